//! Collections of what a server in this process offers.

use std::sync::Arc;

use rulebook::{Tool, ToolCollection};
use rulebook_mcp::{ConnectError, McpToolCollection, McpToolCollectionBuilder};

use crate::support::Era;
use crate::support::offering::Offering;

/// A collection of what a server offers, over a client of the host.
pub(super) async fn taken(
    offering: &Offering,
    era: Era,
    with: impl FnOnce(McpToolCollectionBuilder) -> McpToolCollectionBuilder,
) -> Result<McpToolCollection, ConnectError> {
    let client = offering.client(era).await;
    let builder = McpToolCollection::builder("shelf", client.peer().clone());
    // The client lasts as long as the test.
    std::mem::forget(client);
    with(builder).connect().await
}

pub(super) fn tools(of: &McpToolCollection) -> Vec<Arc<dyn Tool>> {
    Arc::new(of.clone()).tools()
}

pub(super) fn names(of: &McpToolCollection) -> Vec<String> {
    tools(of).iter().map(|tool| tool.spec().name.clone()).collect()
}
