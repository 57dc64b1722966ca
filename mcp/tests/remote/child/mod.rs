//! Servers that are child processes.

mod breaking;
mod failed;
mod given;
#[cfg(target_os = "linux")]
mod left;
mod starting;

use std::time::Duration;

use rulebook::{Session, ToolError, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerCommand};
use serde_json::Value;

use crate::support::odd::{ODD, odd};

/// A collection of a server's tools, and a toolkit of it.
async fn connected(command: ServerCommand) -> (McpToolCollection, Toolkit) {
    let tools = McpToolCollection::builder("odd", command)
        .timeout(Duration::from_secs(60))
        .connect()
        .await
        .unwrap();
    (tools.clone(), Toolkit::builder().collection(tools).build().unwrap())
}

async fn call(toolkit: &Toolkit, tool: &str, arguments: Value) -> Result<Value, ToolError> {
    let outcome = toolkit.call(tool, arguments, &Session::new()).await?;
    Ok(outcome.done().unwrap().value.clone())
}
