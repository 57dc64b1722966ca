//! Tools that keep something for a session where there are none.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rulebook::Session;

/// The tools of which the log was told that what they keep is gone with each call.
#[derive(Default)]
pub(crate) struct Forgotten(Mutex<HashSet<String>>);

impl Forgotten {
    /// A call has ended that stood alone: whatever it kept for its session is gone. Whoever
    /// wrote the tool expects to find it in the next call, so the log is told, once for
    /// each tool.
    pub(crate) fn ended(&self, tool: &str, session: &Session) {
        if session.entries().is_empty() {
            return;
        }
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.insert(tool.to_owned()) {
            tracing::warn!(
                tool,
                "what the tool keeps for its session is gone after each call: this client \
                 speaks a revision of MCP that has no sessions",
            );
        }
    }
}
