//! How the command ends, for the shell.

use std::process::ExitCode;

/// Every exit status of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// It did not load, the tool failed, or a check found errors.
    Failed = 1,
    /// The words of the call were wrong.
    Usage = 2,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
