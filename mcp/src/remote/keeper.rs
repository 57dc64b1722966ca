//! What keeps a server's tools: its connection, and what it offers.

use std::sync::Arc;

use arc_swap::ArcSwap;
use rulebook::{ErrorCode, ToolError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::book::Book;
use super::connection::Connection;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::listed::{ListError, list};
use super::rules::Rules;

/// What is known of a server, shared by its tools and by the task that keeps it.
pub(super) struct Kept {
    pub(super) rules: Rules,
    pub(super) endpoint: McpEndpoint,
    pub(super) book: Book,
    pub(super) connection: ArcSwap<Option<Connection>>,
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
            let connection = Connection::open(&endpoint).await?;
            let offer = list(&connection.peer, start).await;
            let offer = offer.map_err(|error| ConnectError::new(error.to_string()))?;
            Ok::<_, ConnectError>((connection, offer))
        });
        let late = |_| ConnectError::new(format!("the server was not there after {start:?}"));
        let (connection, offer) = opened.await.map_err(late)??;
        let book = Book::first(&rules, offer)?;
        Ok(Arc::new(Self {
            rules,
            endpoint,
            book,
            connection: ArcSwap::from_pointee(Some(connection)),
            stop: CancellationToken::new(),
        }))
    }

    /// Reads again what the server offers, and takes it.
    pub(super) async fn refresh(&self) -> Result<(), ListError> {
        let connection = self.connection.load_full();
        if let Some(open) = &*connection {
            let offer = list(&open.peer, self.rules.start).await?;
            self.book.take(&self.rules, offer);
        }
        Ok(())
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
