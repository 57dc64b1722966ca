//! `--approve`: who decides on calls that require approval.

use clap::ValueEnum;
use rulebook::{PermissionMode, PermissionPolicy};
use rulebook_mcp::Approvals;

/// Who decides on calls that require approval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Approve {
    /// The person at the client is asked
    #[default]
    Ask,
    /// Nobody is asked, and such calls are refused
    Never,
    /// What reads or changes data runs; about the rest the person is asked
    AcceptEdits,
    /// What changes data or runs commands is refused, whether it requires approval or not
    Plan,
}

impl Approve {
    /// The policy of the toolkit; none where each call is decided on its own.
    pub(crate) fn policy(self) -> Option<PermissionPolicy> {
        let mode = match self {
            Self::Ask | Self::Never => return None,
            Self::AcceptEdits => PermissionMode::AcceptEdits,
            Self::Plan => PermissionMode::Plan,
        };
        Some(PermissionPolicy::new(mode))
    }

    /// What becomes of calls that the policy does not decide on.
    pub(crate) fn asked(self) -> Approvals {
        match self {
            Self::Never => Approvals::Never,
            Self::Ask | Self::AcceptEdits | Self::Plan => Approvals::Ask,
        }
    }
}
