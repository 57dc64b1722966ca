//! A tool of a server.

use std::sync::Arc;

use rulebook::{ErrorCode, Tool, ToolCall, ToolError, ToolFuture, ToolOutput, ToolSpec};

use super::call;
use super::catalogue::{Entry, Standing};
use super::collection::Handle;
use super::entered::Entered;

/// A tool of a server.
pub(super) struct RemoteTool {
    pub(super) handle: Arc<Handle>,
    pub(super) entry: Arc<Entry>,
}

impl Tool for RemoteTool {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.entry.spec)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(Entered::new(&self.handle.kept.runtime, self.run(call)))
    }

    fn revision(&self) -> Option<String> {
        Some(self.entry.hash().to_owned())
    }
}

impl RemoteTool {
    async fn run(&self, call: ToolCall) -> Result<ToolOutput, ToolError> {
        let kept = &self.handle.kept;
        match kept.book.standing(&self.entry) {
            Standing::Present => {}
            Standing::Held(why) => return Err(ToolError::new(ErrorCode::NeedsApproval, &*why)),
            Standing::Gone => {
                let message = "the server has no such tool now";
                return Err(ToolError::new(ErrorCode::Unavailable, message));
            }
            Standing::Changed => {
                let message = "the server has changed the tool: look at it again";
                return Err(ToolError::new(ErrorCode::Unavailable, message));
            }
        }
        Box::pin(call::run(kept, &self.entry, call)).await
    }
}
