//! How it stands with a server, for the host.

use std::fmt;
use std::time::Instant;

use tokio::sync::watch;

/// How it stands with a server.
///
/// It is for the people who run the host, and not for a model: reasons and standard error
/// come from the server's machine.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerStatus {
    /// Whether it is connected.
    pub state: ServerState,
    /// How often it has been connected by now, the first time included.
    pub connections: u64,
    /// The name that the server last gave itself, if it did.
    pub name: Option<String>,
    /// The version that the server last gave itself, if it did.
    pub version: Option<String>,
    /// The revision of the protocol that was last spoken, such as `2025-11-25`.
    pub protocol: Option<String>,
    /// The last lines that it wrote to its standard error, where it is a child process.
    /// [`StatusChanges`] leaves them out.
    pub standard_error: Vec<String>,
}

/// Whether a server is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerState {
    /// Its tools can be called.
    #[non_exhaustive]
    Connected {
        /// Since when.
        since: Instant,
    },
    /// Calls of its tools are `unavailable`.
    #[non_exhaustive]
    Lost {
        /// Since when.
        since: Instant,
        /// Why it was lost, or why it could not be connected again.
        why: String,
        /// When it is tried again; nothing while that goes on, or where it will never be.
        next_attempt: Option<Instant>,
    },
    /// The host has closed it, or the runtime has ended that it was connected on.
    Closed,
}

impl ServerStatus {
    /// That of a server that has not been connected yet.
    pub(in crate::remote) fn begun() -> Self {
        Self {
            state: ServerState::Closed,
            connections: 0,
            name: None,
            version: None,
            protocol: None,
            standard_error: Vec::new(),
        }
    }

    /// Whether its tools can be called.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        matches!(self.state, ServerState::Connected { .. })
    }
}

/// What a server wrote to its standard error may be secret.
impl fmt::Debug for ServerStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerStatus")
            .field("state", &self.state)
            .field("connections", &self.connections)
            .field("name", &self.name)
            .field("version", &self.version)
            .field("protocol", &self.protocol)
            .finish_non_exhaustive()
    }
}

/// Tells when it stands otherwise with a server.
#[derive(Clone, Debug)]
pub struct StatusChanges(pub(in crate::remote) watch::Receiver<ServerStatus>);

impl StatusChanges {
    /// Waits until it stands otherwise, and tells how; several changes that come before it is
    /// asked are one. Nothing when it will never change again.
    pub async fn next(&mut self) -> Option<ServerStatus> {
        let is_last = matches!(self.0.borrow().state, ServerState::Closed);
        if is_last && !self.0.has_changed().ok()? {
            return None;
        }
        self.0.changed().await.ok()?;
        Some(self.0.borrow_and_update().clone())
    }
}
