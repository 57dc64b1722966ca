//! Streams of events, as messages that are read as they are written.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use reqwest::Response;
use rmcp::model::{RequestId, ServerJsonRpcMessage, ServerResult};
use rmcp::transport::streamable_http_client::SseError;
use sse_stream::Sse;

use super::events::{Event, Events};
use super::fault::Fault;
use super::line::Line;
use super::replies::Replies;
use crate::remote::messages::incoming::{Incoming, read};
use crate::remote::messages::unreadable::unreadable;
use crate::remote::messages::whole::carried;

/// How many events without a message may follow each other.
const GARBAGE: usize = 1_000;
/// The longest that a server can have a client wait before it asks again, in milliseconds.
const LONGEST_RETRY: u64 = 30_000;

/// A stream of a server.
pub(super) struct Messages {
    pub(super) response: Response,
    pub(super) line: Arc<Line>,
    pub(super) replies: Replies,
    /// The request that the stream is the answer to.
    pub(super) asked: Option<RequestId>,
}

struct State {
    messages: Messages,
    events: Events,
    garbage: usize,
    ended: bool,
}

impl Messages {
    pub(super) fn stream(self) -> BoxStream<'static, Result<Sse, SseError>> {
        let state = State { messages: self, events: Events::default(), garbage: 0, ended: false };
        unfold(state, |mut state| async move { Some((state.next().await?, state)) }).boxed()
    }
}

impl State {
    async fn next(&mut self) -> Option<Result<Sse, SseError>> {
        while !self.ended {
            if let Some(event) = self.events.next() {
                return Some(self.event(event).await);
            }
            let line = Arc::clone(&self.messages.line);
            let part = tokio::select! {
                biased;
                () = line.over.cancelled() => return self.broken(Fault::Closed),
                part = self.messages.response.chunk() => part,
            };
            match part {
                Ok(Some(part)) => {
                    if self.events.more(&part).is_err() {
                        return Some(self.given_up(&Fault::TooLong));
                    }
                }
                Ok(None) => return None,
                Err(error) => return self.broken(Fault::sending(error)),
            }
        }
        None
    }

    async fn event(&mut self, event: Event) -> Result<Sse, SseError> {
        let Event { kind, data, id, retry } = event;
        let retry = retry.map(|retry| retry.min(LONGEST_RETRY));
        let is_message = matches!(kind.as_deref(), None | Some("" | "message"));
        let mut given = Sse { event: kind, data: None, id, retry };
        let Some(data) = data.filter(|_| is_message) else { return Ok(given) };
        match read(&data) {
            Incoming::Message(message) => {
                self.garbage = 0;
                given.data = match &*message {
                    // It may stand in the place of what would be read wrongly.
                    ServerJsonRpcMessage::Error(_) => text(&message),
                    // What its text says of tools, and its type does not, was put into it.
                    ServerJsonRpcMessage::Response(response)
                        if matches!(response.result, ServerResult::ListToolsResult(_)) =>
                    {
                        text(&message)
                    }
                    message => carried(message).or_else(|| plain(data)),
                };
            }
            Incoming::Blank => {}
            Incoming::Refused(error, id) => self.messages.replies.refuse(error, id).await,
            Incoming::Unheard | Incoming::Garbage => {
                self.garbage = self.garbage.saturating_add(1);
                if self.garbage >= GARBAGE {
                    return self.given_up(&Fault::Garbage);
                }
            }
        }
        Ok(given)
    }

    /// Whoever waits is told; the stream of nobody in particular is that of all.
    fn given_up(&mut self, fault: &Fault) -> Result<Sse, SseError> {
        self.ended = true;
        match &self.messages.asked {
            Some(id) => {
                let message = unreadable(id.clone(), fault.to_string());
                Ok(Sse { data: text(&message), ..Sse::default() })
            }
            None => {
                self.messages.line.lose(fault);
                Err(SseError::Body(Box::new(fault.clone())))
            }
        }
    }

    fn broken(&mut self, fault: Fault) -> Option<Result<Sse, SseError>> {
        self.ended = true;
        Some(Err(SseError::Body(Box::new(fault))))
    }
}

fn text(message: &ServerJsonRpcMessage) -> Option<String> {
    serde_json::to_string(message).ok()
}

/// The text of a message that was read already.
fn plain(data: Vec<u8>) -> Option<String> {
    let mut text = String::from_utf8(data).ok()?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Some(text)
}
