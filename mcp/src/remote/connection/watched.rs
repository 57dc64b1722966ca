//! Messages of a server, with an eye on whether there are any.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;

use super::pulse::Pulse;

/// A transport whose end is known at once: `rmcp` itself may take seconds over it, in which
/// calls would wait.
pub(in crate::remote) struct Watched<T> {
    inner: T,
    pulse: Arc<Pulse>,
}

impl<T> Watched<T> {
    pub(in crate::remote) fn new(inner: T, pulse: Arc<Pulse>) -> Self {
        Self { inner, pulse }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Watched<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (sent, pulse) = (self.inner.send(item), Arc::clone(&self.pulse));
        async move { sent.await.inspect_err(|_| pulse.suspect()) }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        let message = self.inner.receive().await;
        match &message {
            Some(ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)) => {
                self.pulse.answered();
            }
            Some(_) => {}
            None => self.pulse.lose("the server ended the connection"),
        }
        message
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// Nobody reads it any longer, for whatever reason.
impl<T> Drop for Watched<T> {
    fn drop(&mut self) {
        self.pulse.lose("it was closed");
    }
}
