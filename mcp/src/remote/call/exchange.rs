//! One request of a call, and its answer.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotificationParam, ClientCapabilities,
    ClientRequest, ProgressToken, ProtocolVersion, RequestId, RequestMetaObject, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};
use rulebook::{Caller, ToolError};
use tokio::runtime::Handle;

use super::failed;
use super::in_flight::{CallsInFlight, Conversation, ForCall};
use super::inbox::Inbox;
use super::question::Questions;
use crate::remote::connection::keeper::Kept;
use crate::remote::connection::live::Live;

/// Sends a request of a call, and waits for its answer. While it does, the caller hears how
/// far the call is, and is asked what the server asks.
pub(super) async fn exchange(
    (kept, live): (&Kept, &Live),
    params: CallToolRequestParams,
    (caller, conversation): (&Caller, &Conversation),
    questions: &Questions<'_>,
) -> Result<ServerResult, ToolError> {
    let inbox = Arc::new(Inbox::default());
    let mut request = CallToolRequest::new(params);
    request.extensions.insert(ForCall(Arc::downgrade(&inbox), conversation.clone()));
    let request = ClientRequest::CallToolRequest(request);
    let in_flight = live.begins();
    let sent =
        live.while_it_holds(live.peer.send_cancellable_request(request, options(live, caller)));
    let sent = match sent.await {
        Some(Ok(sent)) => sent,
        Some(Err(error)) => {
            in_flight.failed(&error);
            return Err(failed::without_answer(kept, &error));
        }
        None => return Err(kept.broken_off()),
    };
    let open = OpenRequest {
        peer: Some(live.peer.clone()),
        id: sent.id.clone(),
        token: sent.progress_token.clone(),
        calls: live.heard.calls.clone(),
        inbox: Some(inbox),
        runtime: Handle::try_current().ok(),
    };
    let attended = Attended { open: &open, caller, questions, asking: Vec::new() };
    let answer = tokio::select! {
        biased;
        failed = attended => return Err(failed),
        answer = live.while_it_holds(sent.await_response()) => answer,
    };
    // What was told before the answer is heard before it.
    open.steps(caller);
    match answer {
        None => Err(kept.broken_off()),
        Some(Ok(result)) => {
            in_flight.answered();
            open.answered();
            Ok(result)
        }
        Some(Err(ServiceError::McpError(error))) => {
            in_flight.answered();
            open.answered();
            if failed::is_of_unknown_tool(&error) {
                // Not every server tells that its list is another.
                live.heard.list_changed.notify_one();
            }
            Err(failed::answered(&error))
        }
        Some(Err(error)) => {
            in_flight.failed(&error);
            Err(failed::without_answer(kept, &error))
        }
    }
}

/// A server is told where nobody can be asked, if each request tells what the client can do.
fn options(live: &Live, caller: &Caller) -> PeerRequestOptions {
    let options = PeerRequestOptions::no_options();
    let of_each =
        live.about().is_some_and(|about| about.protocol_version >= ProtocolVersion::V_2026_07_28);
    if caller.is_there() || !of_each {
        return options;
    }
    let mut meta = RequestMetaObject::new();
    meta.set_client_capabilities(ClientCapabilities::default());
    options.with_meta(meta)
}

/// A request that waits for its answer. The server is told when nobody does any more.
struct OpenRequest {
    /// Whom to tell, until there is an answer.
    peer: Option<Peer<RoleClient>>,
    id: RequestId,
    token: ProgressToken,
    calls: CallsInFlight,
    inbox: Option<Arc<Inbox>>,
    runtime: Option<Handle>,
}

impl OpenRequest {
    fn answered(mut self) {
        self.peer = None;
    }

    fn steps(&self, caller: &Caller) {
        let steps = self.inbox.as_ref().map(|inbox| inbox.take_steps());
        steps.into_iter().flatten().for_each(|step| caller.progress(step));
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        // In this order, for the request may be about to be sent.
        let was_asking = self.inbox.take().is_some_and(|inbox| inbox.is_asking());
        if self.peer.is_some() {
            self.calls.given_up(&self.token, was_asking);
        } else {
            self.calls.ended(&self.token);
        }
        let (Some(peer), Some(runtime)) = (self.peer.take(), &self.runtime) else { return };
        let reason = "nobody waits for the answer any more".to_owned();
        let cancelled = CancelledNotificationParam::new(Some(self.id.clone()), Some(reason));
        runtime.spawn(async move {
            // A server that is gone does nothing more.
            let _ = peer.notify_cancelled(cancelled).await;
        });
    }
}

/// Takes what comes for a call, as long as it is polled; ends only when a question fails.
struct Attended<'a> {
    open: &'a OpenRequest,
    caller: &'a Caller,
    questions: &'a Questions<'a>,
    asking: Vec<Asking<'a>>,
}

type Asking<'a> = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send + 'a>>;

impl Future for Attended<'_> {
    type Output = ToolError;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<ToolError> {
        let this = &mut *self;
        let Some(inbox) = &this.open.inbox else { return Poll::Pending };
        let (steps, asked) = inbox.take(context.waker());
        steps.into_iter().for_each(|step| this.caller.progress(step));
        this.asking.extend(
            asked.into_iter().map(|asked| Box::pin(asked.answer(this.questions)) as Asking<'_>),
        );
        let mut failed = None;
        this.asking.retain_mut(|asking| match asking.as_mut().poll(context) {
            Poll::Pending => true,
            Poll::Ready(Ok(())) => false,
            Poll::Ready(Err(error)) => {
                failed.get_or_insert(error);
                false
            }
        });
        inbox.still_open(this.asking.len());
        failed.map_or(Poll::Pending, Poll::Ready)
    }
}
