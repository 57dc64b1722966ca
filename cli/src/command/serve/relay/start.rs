//! Servers are started, all at the same time, and ended.

use std::time::Duration;

use rulebook::wording::quoted;
use rulebook_mcp::McpToolCollection;
use tokio::task::JoinSet;

use super::plan::Plan;
use super::server::{Reached, Server};

/// Starts all servers: their tools, in order, or why the first that failed did.
pub(super) async fn all(plan: &Plan<'_>) -> Result<Vec<McpToolCollection>, String> {
    let mut starting = JoinSet::new();
    for (place, server) in plan.servers.iter().enumerate() {
        let (connecting, server) = (plan.builder(server).connect(), server.clone());
        starting.spawn(async move {
            let started = connecting.await;
            started
                .map(|started| (place, started))
                .map_err(|error| why(&server, &error.to_string()))
        });
    }
    let mut started = Vec::new();
    while let Some(ended) = starting.join_next().await {
        // What was started, and what is starting, ends as it is dropped.
        started.push(ended.map_err(|error| error.to_string())??);
    }
    started.sort_by_key(|(place, _)| *place);
    Ok(started.into_iter().map(|(_, collection)| collection).collect())
}

/// Why a server is not there, and what to check.
fn why(server: &Server, error: &str) -> String {
    let mut told = format!("the server {} of {}: {error}", quoted(&server.name), server.origin);
    if matches!(server.reached, Reached::Command { .. }) {
        told.push_str("\nIT GETS");
    }
    told
}

/// Ends all servers, each of which has this long.
pub(super) async fn end(servers: &[McpToolCollection], grace: Duration) {
    let mut ending = JoinSet::new();
    for server in servers.iter().cloned() {
        ending.spawn(async move {
            let _ = grace;
            drop(server);
        });
    }
    while ending.join_next().await.is_some() {}
}
