//! Why a server's tools are not there.

use std::fmt;

/// Why a server's tools are not there: what went wrong, and what to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectError(String);

impl ConnectError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConnectError {}

/// Why something that was held is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptError(String);

impl AcceptError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for AcceptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AcceptError {}
