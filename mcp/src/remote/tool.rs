//! A tool of a server.

use std::sync::Arc;

use rmcp::model::{CallToolRequestParams, CallToolResponse};
use rmcp::service::ServiceError;
use rulebook::{ErrorCode, Tool, ToolCall, ToolError, ToolFuture, ToolOutput, ToolSpec};
use tokio::time::timeout;

use super::catalogue::Entry;
use super::collection::Handle;
use super::output;

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
        let live = kept.connected()?;
        let asked =
            CallToolRequestParams::new(self.entry.remote.clone()).with_arguments(call.arguments);
        let in_flight = live.begins();
        let answer = live.while_it_holds(live.peer.call_tool_once(asked));
        let answer = timeout(kept.rules.timeout, answer).await;
        match &answer {
            Ok(Some(Ok(_))) => in_flight.answered(),
            Ok(Some(Err(error))) => in_flight.failed(error),
            _ => drop(in_flight),
        }
        match answer.map(|answer| answer.unwrap_or(Err(ServiceError::TransportClosed))) {
            Ok(Ok(CallToolResponse::Complete(result))) => output::read(result),
            Ok(Ok(_)) => Err(ToolError::new(ErrorCode::Unavailable, "the server asks something")),
            Ok(Err(ServiceError::McpError(error))) => {
                Err(ToolError::new(ErrorCode::ScriptFailed, error.message.into_owned()))
            }
            Ok(Err(ServiceError::TransportClosed)) => Err(kept.broken_off()),
            Ok(Err(error)) => Err(ToolError::new(ErrorCode::Unavailable, error.to_string())),
            Err(_) => Err(ToolError::new(ErrorCode::TimedOut, "no answer came in time")),
        }
    }
}
