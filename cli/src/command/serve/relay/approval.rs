//! `--mcp-approval`: which tools of servers require approval.

use clap::ValueEnum;

/// Which tools of servers require approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Approval {
    /// None of them
    #[default]
    None,
    /// Those that a server does not call read-only or harmless
    Destructive,
    /// All of them
    All,
}
