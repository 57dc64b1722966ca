//! What is known of a server, shared by its tools and by the task that keeps it.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::connecting::{EraOf, connect};
use super::keeping::keep;
use super::live::Live;
use super::noted::Noted;
use super::open::Connection;
use super::refreshing::Asked;
use super::status::ServerStatus;
use crate::remote::catalogue::book::Book;
use crate::remote::command::LastSaid;
use crate::remote::endpoint::McpEndpoint;
use crate::remote::error::ConnectError;
use crate::remote::rules::Rules;

/// How long a server may take to end by itself, and again when it is told to end.
pub(in crate::remote) const GRACE: Duration = Duration::from_secs(1);

/// What is known of a server, shared by its tools and by the task that keeps it.
pub(in crate::remote) struct Kept {
    pub(in crate::remote) rules: Rules,
    pub(in crate::remote) endpoint: McpEndpoint,
    /// How it was spoken to when that last worked.
    era: EraOf,
    pub(in crate::remote) book: Book,
    pub(in crate::remote) live: ArcSwapOption<Live>,
    pub(in crate::remote) status: watch::Sender<ServerStatus>,
    /// What tells the end of the standard error of the last child.
    pub(in crate::remote) said: Mutex<Option<LastSaid>>,
    pub(in crate::remote) noted: Noted,
    /// What it is kept on.
    pub(in crate::remote) runtime: Handle,
    refreshes: mpsc::UnboundedSender<Asked>,
    /// Nobody has it any longer.
    pub(in crate::remote) stop: CancellationToken,
    /// The host closes it.
    pub(in crate::remote) closing: CancellationToken,
    /// How long a server has to end when the host closes it.
    grace: OnceLock<Duration>,
    /// The task that keeps it is over.
    pub(in crate::remote) over: CancellationToken,
}

impl Kept {
    /// Connects for the first time: what the host says has to fit what the server offers.
    pub(in crate::remote) async fn first(
        rules: Rules,
        endpoint: McpEndpoint,
    ) -> Result<Arc<Self>, ConnectError> {
        let era = EraOf::default();
        let (connection, offer) = connect(&rules, &endpoint, &era).await?;
        let book = Book::first(&rules, offer)?;
        let (refreshes, asked) = mpsc::unbounded_channel();
        let kept = Arc::new(Self {
            rules,
            endpoint,
            era,
            book,
            live: ArcSwapOption::empty(),
            status: watch::Sender::new(ServerStatus::begun()),
            said: Mutex::default(),
            noted: Noted::default(),
            runtime: Handle::current(),
            refreshes,
            stop: CancellationToken::new(),
            closing: CancellationToken::new(),
            grace: OnceLock::new(),
            over: CancellationToken::new(),
        });
        kept.connected_with(&connection);
        tokio::spawn(keep(Arc::clone(&kept), connection, asked));
        Ok(kept)
    }

    /// Connects again, and takes what the server offers by now.
    pub(in crate::remote) async fn connect(&self) -> Result<Connection, ConnectError> {
        let (connection, offer) = connect(&self.rules, &self.endpoint, &self.era).await?;
        self.book.take(&self.rules, offer);
        self.connected_with(&connection);
        self.told_back();
        Ok(connection)
    }

    /// Has the list read again, by one that begins from now on.
    pub(in crate::remote) async fn refresh(&self) -> Result<(), ConnectError> {
        let (asked, answer) = oneshot::channel();
        if self.refreshes.send(asked).is_err() {
            return Err(self.unreachable());
        }
        answer.await.unwrap_or_else(|_| Err(self.unreachable()))
    }

    /// Closes the connection for good. Who closes it first says how long it may take.
    pub(in crate::remote) async fn close(&self, grace: Duration) {
        let _ = self.grace.set(grace);
        self.closing.cancel();
        self.over.cancelled().await;
    }

    /// How long a server has to end.
    pub(in crate::remote) fn grace(&self) -> Duration {
        self.grace.get().copied().unwrap_or(GRACE)
    }

    /// A note in the log, unless there was one just before.
    pub(in crate::remote) fn note(&self, what: fmt::Arguments<'_>) {
        self.noted.note(&self.rules.name, what);
    }
}
