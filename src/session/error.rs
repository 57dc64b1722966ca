//! Why state of a session was not read or kept.

use std::fmt;

use crate::error::{ErrorCode, ToolError};

/// Why state of a session was not read or kept. Nothing is lost by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    kind: SessionErrorKind,
    message: String,
}

/// What kind of failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionErrorKind {
    /// Not the JSON of a session.
    Malformed,
    /// The JSON of a session, as a later version writes it.
    Newer,
    /// What was saved is not of the type that asks for it.
    Unreadable,
    /// The new state has no JSON.
    Unwritable,
    /// The caller is in the middle of a change of this session.
    Busy,
}

impl SessionError {
    pub(super) fn new(kind: SessionErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(super) fn unreadable(why: String) -> Self {
        Self::new(SessionErrorKind::Unreadable, why)
    }

    pub(super) fn unwritable(why: String) -> Self {
        Self::new(SessionErrorKind::Unwritable, why)
    }

    /// The same error of a named entry.
    pub(super) fn of(self, collection: &str, name: &str) -> Self {
        let message = match self.kind {
            SessionErrorKind::Unreadable => format!(
                "the state `{name}` that the session keeps for `{collection}` cannot be read: {}",
                self.message
            ),
            SessionErrorKind::Unwritable => format!(
                "the state `{name}` of `{collection}` cannot be kept in the session: {}",
                self.message
            ),
            _ => return self,
        };
        Self { message, ..self }
    }

    /// What kind of failure it was.
    #[must_use]
    pub const fn kind(&self) -> SessionErrorKind {
        self.kind
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SessionError {}

impl From<SessionError> for ToolError {
    fn from(error: SessionError) -> Self {
        Self::new(ErrorCode::Unavailable, error.message)
    }
}
