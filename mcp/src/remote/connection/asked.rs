//! Requests that are asked anew each time: `rmcp` itself gives answers that it kept.

use rmcp::RoleClient;
use rmcp::model::{CancelledNotificationParam, ClientRequest, RequestId, ServerResult};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use tokio::runtime::Handle;

use rulebook::wording::brief;

/// How much of a server's text is repeated, in characters.
const LONGEST: usize = 300;

/// What a server answers now. Where the future is dropped before, the server is told that
/// nobody waits any longer.
pub(in crate::remote) async fn ask(
    peer: &Peer<RoleClient>,
    request: ClientRequest,
) -> Result<ServerResult, ServiceError> {
    let options = PeerRequestOptions::no_options();
    let request = peer.send_cancellable_request(request, options).await?;
    let runtime = Handle::try_current().ok();
    let mut waiting = Waiting { peer, id: Some(request.id.clone()), runtime };
    let answer = request.await_response().await;
    waiting.id = None;
    answer
}

/// A request that is given up when this is dropped.
struct Waiting<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
    runtime: Option<Handle>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let (Some(id), Some(runtime)) = (self.id.take(), &self.runtime) else { return };
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let told = CancelledNotificationParam::new(Some(id), None);
            // Whoever is not there any more need not know.
            let _ = peer.notify_cancelled(told).await;
        });
    }
}

/// What is said of a request that failed, for people. What a server says can be as long as it
/// likes.
pub(in crate::remote) fn told(error: &ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => brief(&error.message, LONGEST),
        ServiceError::UnexpectedResponse => "the answer is of another kind".to_owned(),
        ServiceError::TransportSend(_) => "nothing can be sent to it".to_owned(),
        _ => "the connection was lost".to_owned(),
    }
}

/// The same for the host, who may know where the server is.
pub(in crate::remote) fn told_to_host(error: &ServiceError) -> String {
    #[cfg(feature = "http-client")]
    if let ServiceError::TransportSend(error) = error
        && let Some(fault) = crate::remote::http::fault(error)
    {
        return fault;
    }
    told(error)
}
