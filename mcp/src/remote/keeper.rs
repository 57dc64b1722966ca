//! What is known of a server, shared by its tools and by the task that keeps it.

use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use rulebook::wording::quoted;
use rulebook::{ChangeNotifier, ErrorCode, ToolError};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::catalogue::Catalogue;
use super::connection::Connection;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::listed::list;
use super::live::Live;
use super::rules::Rules;

/// What is known of a server, shared by its tools and by the task that keeps it.
pub(super) struct Kept {
    pub(super) rules: Rules,
    pub(super) endpoint: McpEndpoint,
    pub(super) catalogue: ArcSwap<Catalogue>,
    live: ArcSwapOption<Live>,
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
            let connection = Connection::open(&endpoint).await?;
            let offered = list(&connection.live.peer).await;
            let offered = offered.map_err(|error| ConnectError::new(error.to_string()))?;
            Ok::<_, ConnectError>((connection, offered))
        });
        let late = |_| ConnectError::new(format!("the server was not there after {start:?}"));
        let (connection, offered) = opened.await.map_err(late)??;
        let instructions = connection.live.about().and_then(|about| about.instructions.clone());
        let (catalogue, mistakes) = Catalogue::of(&offered, instructions, &rules);
        if !mistakes.is_empty() {
            return Err(ConnectError::new(mistakes.join("\n")));
        }
        let kept = Arc::new(Self {
            rules,
            endpoint,
            catalogue: ArcSwap::from_pointee(catalogue),
            live: ArcSwapOption::new(Some(Arc::clone(&connection.live))),
            changes: ChangeNotifier::new(),
            stop: CancellationToken::new(),
        });
        let stop = kept.stop.clone();
        tokio::spawn(async move {
            stop.cancelled().await;
            drop(connection);
        });
        Ok(kept)
    }

    /// The connection, if it holds. A call waits for its answer with
    /// [`Live::while_it_holds`], and fails with [`Kept::broken_off`] where that gives none.
    ///
    /// # Errors
    /// `unavailable` while there is none.
    pub(super) fn connected(&self) -> Result<Arc<Live>, ToolError> {
        let live = self.live.load_full().filter(|live| live.holds());
        live.ok_or_else(|| self.unavailable())
    }

    /// What is said of a call while there is no connection.
    pub(super) fn unavailable(&self) -> ToolError {
        let message = format!("the server of {} cannot be reached now", self.quoted());
        self.with_prospect(message)
    }

    /// What is said of a call that got no answer before the connection was lost.
    pub(super) fn broken_off(&self) -> ToolError {
        let message = format!(
            "the connection to the server of {} was lost before it answered: whether the call \
             had any effect is not known",
            self.quoted()
        );
        self.with_prospect(message)
    }

    fn with_prospect(&self, message: String) -> ToolError {
        let prospect = match &self.endpoint {
            McpEndpoint::Client(_) => "it is not connected again by itself",
            _ => "it is connected again by itself, so try later",
        };
        ToolError::new(ErrorCode::Unavailable, format!("{message}; {prospect}"))
    }

    fn quoted(&self) -> String {
        quoted(&self.rules.name)
    }
}
