//! What keeps a server's tools: its connection, and what it offers.

use std::sync::Arc;

use arc_swap::ArcSwap;
use rulebook::{ChangeNotifier, ErrorCode, ToolError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::catalogue::Catalogue;
use super::connection::Connection;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::listed::list;
use super::rules::Rules;

/// What is known of a server, shared by its tools and by the task that keeps it.
pub(super) struct Kept {
    pub(super) rules: Rules,
    pub(super) endpoint: McpEndpoint,
    pub(super) catalogue: ArcSwap<Catalogue>,
    pub(super) connection: ArcSwap<Option<Connection>>,
    pub(super) changes: ChangeNotifier,
    pub(super) stop: CancellationToken,
}

impl Kept {
    /// Connects for the first time: what the host says has to fit what the server offers.
    pub(super) async fn first(
        rules: Rules,
        endpoint: McpEndpoint,
    ) -> Result<Arc<Self>, ConnectError> {
        let start = rules.start;
        let opened = timeout(start, async {
            let connection = Connection::open(&endpoint, start).await?;
            let offered = list(&connection.peer).await;
            let offered = offered.map_err(|error| ConnectError::new(error.to_string()))?;
            Ok::<_, ConnectError>((connection, offered))
        });
        let late = |_| ConnectError::new(format!("the server was not there after {start:?}"));
        let (connection, offered) = opened.await.map_err(late)??;
        let instructions = connection.about().and_then(|about| about.instructions.clone());
        let (catalogue, mistakes) = Catalogue::of(&offered, instructions, &rules);
        if !mistakes.is_empty() {
            return Err(ConnectError::new(mistakes.join("\n")));
        }
        Ok(Arc::new(Self {
            rules,
            endpoint,
            catalogue: ArcSwap::from_pointee(catalogue),
            connection: ArcSwap::from_pointee(Some(connection)),
            changes: ChangeNotifier::new(),
            stop: CancellationToken::new(),
        }))
    }

    /// The connection, if it holds.
    pub(super) fn connected(&self) -> Result<Arc<Option<Connection>>, ToolError> {
        let connection = self.connection.load_full();
        match &*connection {
            Some(open) if !open.peer.is_transport_closed() => Ok(connection),
            _ => Err(ToolError::new(ErrorCode::Unavailable, "the server is not there")),
        }
    }
}
