//! What is granted without a rule.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is granted without a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PermissionMode {
    /// Nothing: what requires approval is asked about.
    #[default]
    Ask,
    /// What reads, and what changes the agent's own state or data. What runs
    /// commands, and what does not say what it changes, is asked about.
    AcceptEdits,
    /// Nothing, and whatever changes data or runs commands is denied, also what
    /// requires no approval or has a rule.
    Plan,
}

impl PermissionMode {
    /// The name as JSON writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::AcceptEdits => "accept_edits",
            Self::Plan => "plan",
        }
    }
}

impl fmt::Display for PermissionMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
