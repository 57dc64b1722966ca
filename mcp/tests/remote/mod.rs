//! The tools of an MCP server, as a collection.

mod calls;
mod child;
mod children;
mod choosing;
mod context;
mod host_client;
mod keeping;
mod marks;
mod pinning;
mod probing;
mod progress;
mod questions;
mod refreshing;
mod results;
mod taken;
mod web;

use std::sync::Arc;

use rulebook::{Session, Toolkit};
use rulebook_mcp::McpToolCollection;
use serde_json::json;

use crate::support::odd::odd;

#[tokio::test]
async fn a_servers_tools_are_called_like_any_other() {
    let odd = McpToolCollection::builder("odd", odd(&[])).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(odd).build().unwrap();
    assert_eq!(toolkit.instructions(), ["Ask the odd server last."]);
    let given = json!({ "n": 9_007_199_254_740_993_i64 });
    let outcome = toolkit.call("echo", given.clone(), &Session::new()).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, given);
    assert_eq!(Arc::clone(&toolkit.specs()[0]).name, "echo");
}
