//! The transport over HTTP.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::ClientInitializeError;
use rmcp::transport::common::client_side_sse::ExponentialBackoff;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig as Config, StreamableHttpClientWorker as Worker,
    StreamableHttpError,
};
use rmcp::transport::worker::WorkerTransport;
use rmcp::transport::{DynamicTransportError, Transport};

use super::client::HttpClient;
use super::fault::Fault;
use super::line::Line;
use super::url::{ServerUrl, shown};
use crate::remote::error::ConnectError;

/// How many requests may be under way at once: none is held up by those that hang.
const REQUESTS: usize = 1 << 16;

/// Messages over HTTP. It ends as soon as it is known that the server is not there any more,
/// or has forgotten the session.
pub(super) struct HttpTransport {
    inner: WorkerTransport<Worker<HttpClient>>,
    over: Over,
}

/// Ends all requests where nobody is left to wait for them.
struct Over(Arc<Line>);

/// Tells why a connection could not be made, or was lost.
pub(in crate::remote) struct Explains(Arc<Line>);

impl HttpTransport {
    /// A transport on which nothing is sent yet. Variables of the environment are read here.
    pub(super) async fn new(server: &ServerUrl) -> Result<(Self, Explains), ConnectError> {
        let line = Arc::new(Line::new(server.checked()?));
        let client = HttpClient::new(Arc::clone(&line)).await.map_err(|fault| {
            let place = shown(&line.url);
            ConnectError::new(format!("the server at `{place}` cannot be used: {fault}"))
        })?;
        let mut config = Config::with_uri(shown(&line.url))
            .max_concurrent_requests(REQUESTS)
            // What another session offers may be something else: the tools are read anew.
            .reinit_on_expired_session(false);
        config.retry_config = Arc::new(backoff());
        let inner = WorkerTransport::spawn(Worker::new(client, config));
        Ok((Self { inner, over: Over(Arc::clone(&line)) }, Explains(line)))
    }
}

fn backoff() -> ExponentialBackoff {
    let mut backoff = ExponentialBackoff::default();
    backoff.base_duration = Duration::from_millis(500);
    backoff.max_delay = Some(Duration::from_secs(30));
    backoff
}

impl Transport<RoleClient> for HttpTransport {
    type Error = StreamableHttpError<Fault>;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        tokio::select! {
            biased;
            () = self.over.0.over.cancelled() => None,
            message = self.inner.receive() => message,
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

impl Explains {
    /// Why the server is not there any more, where that is known.
    pub(in crate::remote) fn lost(&self) -> Option<String> {
        Some(format!("the server is gone: {}", self.0.lost()?))
    }

    /// Why a connection could not be made, and what to check.
    pub(super) fn explain(&self, error: &ClientInitializeError) -> ConnectError {
        self.0.explain(error)
    }
}

impl Drop for Over {
    fn drop(&mut self) {
        self.0.over.cancel();
    }
}

/// What went wrong with a request that could not be sent, where it was over HTTP.
pub(in crate::remote) fn fault(error: &DynamicTransportError) -> Option<String> {
    match error.error.downcast_ref::<StreamableHttpError<Fault>>()? {
        StreamableHttpError::Client(fault) => Some(fault.to_string()),
        StreamableHttpError::SessionExpired => Some(Fault::Forgotten.to_string()),
        _ => None,
    }
}
