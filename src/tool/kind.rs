//! What calling a tool can change.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What calling a tool can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolKind {
    /// Changes nothing.
    Read,
    /// Changes only the agent's own state.
    State,
    /// Changes data that outlives the run.
    Edit,
    /// Runs a command or code.
    Execute,
}

impl ToolKind {
    /// The name as a manifest writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::State => "state",
            Self::Edit => "edit",
            Self::Execute => "execute",
        }
    }
}

impl fmt::Display for ToolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
