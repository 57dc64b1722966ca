//! What scripts keep for a session: a parameter of the type `session`.

use super::support;

mod context;
mod kept;
mod restored;
mod scripts;
mod turns;

use rulebook::{Session, Tool, ToolCall, ToolError, ToolSet};
use serde_json::Value;
use std::sync::Arc;

/// Calls a tool in a session.
async fn call(
    tools: &ToolSet,
    session: &Session,
    name: &str,
    arguments: Value,
) -> Result<Value, ToolError> {
    call_tool(tools.tool(name).expect("a tool"), session, arguments).await
}

async fn call_tool(
    tool: Arc<dyn Tool>,
    session: &Session,
    arguments: Value,
) -> Result<Value, ToolError> {
    let call = ToolCall::from_json(arguments)?.in_session(session);
    Ok(tool.call(call).await?.value)
}

/// What the scripts of `rules.json` keep in a session.
fn state(session: &Session) -> Value {
    session.to_json().pointer("/state/rules/script").cloned().unwrap_or_default()
}
