//! The requests of a client that are not answered yet.

use std::collections::{HashSet, VecDeque};

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};

/// How many requests that were given up are remembered: what they end with may still come.
const GIVEN_UP: usize = 256;

/// The requests of a client that are not answered yet, by their ids: of two with one id only
/// one would be answered, and neither could be cancelled any more.
#[derive(Default)]
pub(super) struct OpenRequests {
    ids: HashSet<RequestId>,
    given_up: VecDeque<RequestId>,
}

impl OpenRequests {
    /// Notes a message of the client.
    ///
    /// # Errors
    /// The id, where the message is a request with that of another.
    pub(super) fn take(&mut self, message: &ClientJsonRpcMessage) -> Result<(), RequestId> {
        match message {
            JsonRpcMessage::Request(request) if !self.ids.insert(request.id.clone()) => {
                Err(request.id.clone())
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.give_up(id);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// It gets no answer.
    fn give_up(&mut self, id: &RequestId) {
        if !self.ids.contains(id) || self.given_up.contains(id) {
            return;
        }
        self.given_up.push_back(id.clone());
        if self.given_up.len() > GIVEN_UP
            && let Some(oldest) = self.given_up.pop_front()
        {
            self.ids.remove(&oldest);
        }
    }

    /// Notes a message to the client.
    pub(super) fn sent(&mut self, message: &ServerJsonRpcMessage) {
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            self.ids.remove(id);
            self.given_up.retain(|given_up| given_up != id);
        }
    }
}
