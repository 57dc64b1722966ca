//! Why an allow rule is none.

use std::fmt;

/// Why an allow rule is none, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyError {
    message: String,
}

impl PolicyError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PolicyError {}
