//! Messages of a server, of which the calls in flight hear those that are theirs.

use std::borrow::Cow;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage, ServerNotification};
use rmcp::transport::Transport;

use super::in_flight::CallsInFlight;

/// A transport that tells calls how far they are.
///
/// `rmcp` would hand each notification to a task of its own: they would overtake one
/// another, come after the answer, and be as many as a server likes.
pub(in crate::remote) struct Hearing<T> {
    inner: T,
    calls: CallsInFlight,
}

impl<T> Hearing<T> {
    pub(in crate::remote) fn new(inner: T, calls: CallsInFlight) -> Self {
        Self { inner, calls }
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Hearing<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        if let ClientJsonRpcMessage::Request(message) = &item {
            self.calls.sent(&message.id, &message.request);
        }
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            match self.inner.receive().await? {
                ServerJsonRpcMessage::Notification(message) => match message.notification {
                    ServerNotification::ProgressNotification(told) => {
                        self.calls.progress(told.params);
                        // A flood of them leaves time for others.
                        tokio::task::coop::consume_budget().await;
                    }
                    notification => {
                        let message = rmcp::model::JsonRpcNotification {
                            jsonrpc: message.jsonrpc,
                            notification,
                        };
                        return Some(ServerJsonRpcMessage::Notification(message));
                    }
                },
                message => {
                    match &message {
                        ServerJsonRpcMessage::Response(answer) => self.calls.answered(&answer.id),
                        ServerJsonRpcMessage::Error(error) => {
                            error.id.iter().for_each(|id| self.calls.answered(id));
                        }
                        _ => {}
                    }
                    return Some(message);
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
