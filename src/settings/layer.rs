//! Where the value of a setting comes from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where the value of a setting comes from, lowest first: each covers those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SettingsLayer {
    /// The default in the code.
    Code,
    /// The host's configuration for one agent, which may set every member.
    Host,
    /// What was stored, which may set configurable members only.
    Stored,
    /// What one run was given, which may set configurable members only.
    Run,
}

impl SettingsLayer {
    /// The name as JSON and people see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Host => "host",
            Self::Stored => "stored",
            Self::Run => "run",
        }
    }
}

impl fmt::Display for SettingsLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
