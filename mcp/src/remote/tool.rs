//! A tool of a server.

use std::sync::Arc;

use rulebook::wording::quoted;
use rulebook::{ErrorCode, Tool, ToolCall, ToolError, ToolFuture, ToolOutput, ToolSpec};

use super::call;
use super::catalogue::taken::{Entry, Standing};
use super::collection::Handle;
use super::connection::entered::Entered;

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
    fn unavailable(&self, how: &str) -> ToolError {
        let (server, tool) = (&self.handle.kept.rules.name, &self.entry.spec.name);
        let message = format!("the tool {} of {} {how}", quoted(tool), quoted(server));
        ToolError::new(ErrorCode::Unavailable, message)
    }

    async fn run(&self, call: ToolCall) -> Result<ToolOutput, ToolError> {
        let kept = &self.handle.kept;
        match kept.book.standing(&self.entry) {
            Standing::Present => {}
            Standing::Held(why) => return Err(ToolError::new(ErrorCode::NeedsApproval, &*why)),
            Standing::Gone => return Err(self.unavailable("is not there any more")),
            Standing::Changed => {
                return Err(self.unavailable("has changed since it was listed: look at it again"));
            }
        }
        Box::pin(call::run(kept, &self.entry, call)).await
    }
}
