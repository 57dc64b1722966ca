//! A tool of a server.

use std::sync::Arc;

use rulebook::{ErrorCode, Tool, ToolCall, ToolError, ToolFuture, ToolOutput, ToolSpec};

use super::call;
use super::catalogue::Entry;
use super::collection::Handle;

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
        Box::pin(self.run(call))
    }
}

impl RemoteTool {
    async fn run(&self, call: ToolCall) -> Result<ToolOutput, ToolError> {
        let kept = &self.handle.kept;
        if kept.catalogue.load().find(&self.entry.remote).is_none() {
            return Err(ToolError::new(ErrorCode::Unavailable, "the server has no such tool now"));
        }
        Box::pin(call::run(kept, &self.entry, call)).await
    }
}
