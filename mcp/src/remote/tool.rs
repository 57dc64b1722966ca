//! A tool of a server.

use std::sync::Arc;

use rulebook::wording::quoted;
use rulebook::{ErrorCode, Tool, ToolCall, ToolError, ToolFuture, ToolOutput, ToolSpec};
use serde_json::{Map, Value};

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

    /// Nobody is asked to approve a call that could not run.
    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.check_standing()?;
        self.handle.kept.connected()?;
        Ok(arguments)
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

    /// Whether this is what the server offers, and what the host accepted.
    fn check_standing(&self) -> Result<(), ToolError> {
        match self.handle.kept.book.standing(&self.entry) {
            Standing::Present => Ok(()),
            Standing::Held(why) => Err(ToolError::new(ErrorCode::NeedsApproval, &*why)),
            Standing::Gone => Err(self.unavailable("is not there any more")),
            Standing::Changed => {
                Err(self.unavailable("has changed since it was listed: look at it again"))
            }
        }
    }

    async fn run(&self, call: ToolCall) -> Result<ToolOutput, ToolError> {
        self.check_standing()?;
        Box::pin(call::run(&self.handle.kept, &self.entry, call)).await
    }
}
