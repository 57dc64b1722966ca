//! What keeps the files of a live tool set followed.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;

use super::board::Board;
use super::event::{Events, Status};
use super::inbox::Message;
use crate::collection::ChangeNotice;
use crate::dismantle::dismantle;
use crate::error::{ErrorCode, ToolError};
use crate::tool::ToolCall;
use crate::toolset::ToolSet;

/// One for all clones of a live tool set and its tools; when the last of them goes,
/// so does the thread that follows the files.
pub(super) struct Handle {
    name: Arc<str>,
    board: Arc<Board>,
    tell: UnboundedSender<Message>,
}

impl Handle {
    pub(super) fn new(name: Arc<str>, board: Arc<Board>, tell: UnboundedSender<Message>) -> Self {
        Self { name, board, tell }
    }

    /// The name of every generation.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The generation that serves now.
    pub(super) fn current(&self) -> Option<ToolSet> {
        self.board.serving()
    }

    pub(super) fn status(&self) -> Arc<Status> {
        self.board.status()
    }

    pub(super) fn subscribe(&self) -> (Arc<Status>, Events) {
        self.board.subscribe()
    }

    /// A notice of each generation that serves from now on.
    pub(super) fn swaps(&self) -> ChangeNotice {
        self.board.swaps()
    }

    /// Sends something to whoever follows the files; none when nobody does any more.
    pub(super) fn send(&self, message: Message) -> Option<()> {
        self.tell.send(message).ok()
    }

    /// Calls a tool of the generation that serves now.
    pub(super) async fn call(&self, name: &str, call: ToolCall) -> Result<Value, ToolError> {
        match self.current() {
            Some(set) => set.call_named(name, call).await,
            None => {
                dismantle(Value::Object(call.arguments));
                Err(unavailable())
            }
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.send(Message::End);
    }
}

/// What a call is told before anything has loaded.
pub(super) fn unavailable() -> ToolError {
    let text = "the rules have not loaded yet: call again when they have";
    ToolError::new(ErrorCode::Unavailable, text)
}
