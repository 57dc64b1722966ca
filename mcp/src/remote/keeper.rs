//! What is known of a server, shared by its tools and by the task that keeps it.

use std::fmt;
use std::sync::Arc;

use arc_swap::{ArcSwap, ArcSwapOption};
use rulebook::ChangeNotifier;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::asked::told;
use super::catalogue::Catalogue;
use super::connection::Connection;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::keeping::keep;
use super::listed::list;
use super::live::Live;
use super::noted::Noted;
use super::offered::OfferedTool;
use super::refreshing::Asked;
use super::rules::Rules;
use super::status::ServerStatus;

/// What is known of a server, shared by its tools and by the task that keeps it.
pub(super) struct Kept {
    pub(super) rules: Rules,
    pub(super) endpoint: McpEndpoint,
    pub(super) catalogue: ArcSwap<Catalogue>,
    pub(super) live: ArcSwapOption<Live>,
    pub(super) status: watch::Sender<ServerStatus>,
    pub(super) changes: ChangeNotifier,
    pub(super) noted: Noted,
    refreshes: mpsc::UnboundedSender<Asked>,
    /// Nobody has it any longer.
    pub(super) stop: CancellationToken,
    /// The host closes it.
    pub(super) closing: CancellationToken,
    /// The task that keeps it is over.
    pub(super) over: CancellationToken,
}

impl Kept {
    /// Connects for the first time: what the host says has to fit what the server offers.
    pub(super) async fn first(
        rules: Rules,
        endpoint: McpEndpoint,
    ) -> Result<Arc<Self>, ConnectError> {
        let (connection, offered) = opened(&rules, &endpoint).await?;
        let (catalogue, mistakes) = Catalogue::of(&offered, instructions(&connection.live), &rules);
        if !mistakes.is_empty() {
            return Err(ConnectError::new(mistakes.join("\n")));
        }
        let (refreshes, asked) = mpsc::unbounded_channel();
        let kept = Arc::new(Self {
            rules,
            endpoint,
            catalogue: ArcSwap::from_pointee(catalogue),
            live: ArcSwapOption::empty(),
            status: watch::Sender::new(ServerStatus::begun()),
            changes: ChangeNotifier::new(),
            noted: Noted::default(),
            refreshes,
            stop: CancellationToken::new(),
            closing: CancellationToken::new(),
            over: CancellationToken::new(),
        });
        kept.connected_with(&connection);
        tokio::spawn(keep(Arc::clone(&kept), connection, asked));
        Ok(kept)
    }

    /// Connects again, and takes what the server offers by now.
    pub(super) async fn connect(&self) -> Result<Connection, ConnectError> {
        let (connection, offered) = opened(&self.rules, &self.endpoint).await?;
        if let Err(mistakes) = self.take(&offered, &connection.live) {
            self.note(format_args!("not all of its tools can be taken: {mistakes}"));
        }
        self.connected_with(&connection);
        self.told_back();
        Ok(connection)
    }

    /// Takes what a server offers in place of what it offered before, where that differs.
    ///
    /// # Errors
    /// What is said of tools that cannot be taken. The others are.
    pub(super) fn take(&self, offered: &[OfferedTool], live: &Live) -> Result<(), ConnectError> {
        let (catalogue, mistakes) = Catalogue::of(offered, instructions(live), &self.rules);
        if !catalogue.is_like(&self.catalogue.load()) {
            self.catalogue.store(Arc::new(catalogue));
            self.changes.notify();
        }
        if mistakes.is_empty() { Ok(()) } else { Err(ConnectError::new(mistakes.join("\n"))) }
    }

    /// Has the list read again, by one that begins from now on.
    pub(super) async fn refresh(&self) -> Result<(), ConnectError> {
        let (asked, answer) = oneshot::channel();
        if self.refreshes.send(asked).is_err() {
            return Err(self.unreachable());
        }
        answer.await.unwrap_or_else(|_| Err(self.unreachable()))
    }

    /// Closes the connection for good.
    pub(super) async fn close(&self) {
        self.closing.cancel();
        self.over.cancelled().await;
    }

    /// A note in the log, unless there was one just before.
    pub(super) fn note(&self, what: fmt::Arguments<'_>) {
        self.noted.note(&self.rules.name, what);
    }
}

/// A connection, and what is offered there, within the time that a start may take.
async fn opened(
    rules: &Rules,
    endpoint: &McpEndpoint,
) -> Result<(Connection, Vec<OfferedTool>), ConnectError> {
    let start = rules.start;
    let opened = timeout(start, async {
        let connection = Connection::open(endpoint).await?;
        let offered = connection.live.while_it_holds(list(&connection.live.peer)).await;
        match offered {
            Some(Ok(offered)) => Ok((connection, offered)),
            Some(Err(error)) => {
                let error = told(&error);
                Err(ConnectError::new(format!("the server does not list its tools: {error}")))
            }
            None => Err(ConnectError::new("the server ended before it had listed its tools")),
        }
    });
    let late = |_| ConnectError::new(format!("the server was not ready within {start:?}"));
    opened.await.map_err(late)?
}

fn instructions(live: &Live) -> Option<String> {
    live.about().and_then(|about| about.instructions.clone())
}
