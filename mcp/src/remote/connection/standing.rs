//! What is said of a server that is connected, or not.

use std::sync::{Arc, PoisonError};

use rulebook::wording::quoted;
use rulebook::{ErrorCode, ToolError};
use tokio::time::Instant;

use super::keeper::Kept;
use super::live::Live;
use super::open::Connection;
use super::status::{ServerState, ServerStatus};
use crate::remote::command::LastSaid;
use crate::remote::endpoint::McpEndpoint;
use crate::remote::error::ConnectError;
use rulebook::wording::brief;

impl Kept {
    /// The connection, if it holds. A call waits for its answer with
    /// [`Live::while_it_holds`], and fails with [`Kept::broken_off`] where that gives none.
    ///
    /// # Errors
    /// `unavailable` while there is none.
    pub(in crate::remote) fn connected(&self) -> Result<Arc<Live>, ToolError> {
        let live = self.live.load_full().filter(|live| live.holds());
        live.filter(|_| !self.closing.is_cancelled()).ok_or_else(|| self.unavailable())
    }

    /// What is said of a call while there is no connection.
    pub(in crate::remote) fn unavailable(&self) -> ToolError {
        let message = format!("the server of {} cannot be reached now", quoted(&self.rules.name));
        let then = "call again later";
        ToolError::new(ErrorCode::Unavailable, format!("{message}: {}", self.prospect(then)))
    }

    /// What is said of a call that got no answer before the connection was lost.
    pub(in crate::remote) fn broken_off(&self) -> ToolError {
        let message = format!(
            "the server of {} was lost before it answered, and whether the call had any effect \
             is not known",
            quoted(&self.rules.name)
        );
        let then = "find out before you call again";
        ToolError::new(ErrorCode::Unavailable, format!("{message}: {}", self.prospect(then)))
    }

    /// The same, for a host that wants the list of tools.
    pub(in crate::remote) fn unreachable(&self) -> ConnectError {
        ConnectError::new(self.unavailable().message)
    }

    /// Whether there will be a connection again, and what to do then.
    fn prospect(&self, then: &str) -> String {
        if self.closing.is_cancelled() || self.over.is_cancelled() {
            return "it was closed".to_owned();
        }
        match &self.endpoint {
            McpEndpoint::Client(peer) if peer.is_transport_closed() => {
                "it is not connected again by itself".to_owned()
            }
            _ => format!("it is connected again by itself, so {then}"),
        }
    }

    /// There is a connection.
    pub(in crate::remote) fn connected_with(&self, connection: &Connection) {
        let about = connection.live.about();
        let is = about.as_ref().and_then(|about| about.server_info.as_ref());
        let since = Instant::now().into_std();
        self.said(connection.last_said());
        // Whoever hears of it may call at once.
        self.live.store(Some(Arc::clone(&connection.live)));
        self.status.send_modify(|status| {
            status.state = ServerState::Connected { since };
            status.connections = status.connections.saturating_add(1);
            status.name = is.map(|is| shortened(&is.name));
            status.version = is.map(|is| shortened(&is.version));
            status.protocol =
                about.as_ref().map(|about| shortened(about.protocol_version.as_str()));
        });
    }

    pub(in crate::remote) fn told_back(&self) {
        tracing::info!(collection = self.rules.name, "the server is connected again");
    }

    /// There is no connection any longer.
    pub(in crate::remote) fn lost(&self, why: String, next: Option<Instant>) {
        self.live.store(None);
        tracing::warn!(collection = self.rules.name, "the connection to the server is lost: {why}");
        let (since, next_attempt) = (Instant::now().into_std(), next.map(Instant::into_std));
        self.status.send_modify(|status| {
            status.state = ServerState::Lost { since, why, next_attempt };
        });
    }

    /// It is tried again.
    pub(in crate::remote) fn tries(&self) {
        self.status.send_modify(|status| {
            if let ServerState::Lost { next_attempt, .. } = &mut status.state {
                *next_attempt = None;
            }
        });
    }

    /// It could not be connected again.
    pub(in crate::remote) fn could_not(&self, error: &ConnectError, next: Option<Instant>) {
        let error = error.to_string();
        // What follows is the end of a child's standard error.
        let (why, lines) = error.split_once('\n').unwrap_or((&error, ""));
        self.note(format_args!("it is not there yet: {why}"));
        let why_not = why.to_owned();
        if matches!(self.endpoint, McpEndpoint::Command(_)) {
            let lines: Vec<_> = lines.lines().skip(1).map(|line| line.trim().to_owned()).collect();
            self.said(Some(Arc::new(move || lines.clone())));
        }
        self.status.send_modify(|status| {
            if let ServerState::Lost { next_attempt, why, .. } = &mut status.state {
                *next_attempt = next.map(Instant::into_std);
                *why = why_not;
            }
        });
    }

    /// Nothing keeps it any longer.
    pub(in crate::remote) fn is_over(&self) {
        if let Some(live) = self.live.swap(None) {
            live.pulse.lose("it was closed");
        }
        self.status.send_modify(|status| status.state = ServerState::Closed);
        // Whoever closed it finds it closed.
        self.over.cancel();
    }

    /// How it stands.
    pub(in crate::remote) fn status(&self) -> ServerStatus {
        let mut status = self.status.borrow().clone();
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner).clone();
        status.standard_error = said.map(|said| said()).unwrap_or_default();
        status
    }

    fn said(&self, said: Option<LastSaid>) {
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) = said;
    }
}

/// What a server says of itself can be as long as it likes, and steer a terminal.
fn shortened(text: &str) -> String {
    brief(text, 200)
}
