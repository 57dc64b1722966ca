//! Why something that tools are put together in was not built.

use std::fmt;

/// Why a collection or a toolkit was not built: every mistake, each with what to
/// write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError(Vec<String>);

impl BuildError {
    /// Nothing but what was built when there are no mistakes.
    pub(crate) fn unless_none(mistakes: Vec<String>) -> Result<(), Self> {
        if mistakes.is_empty() { Ok(()) } else { Err(Self(mistakes)) }
    }

    /// Every mistake.
    #[must_use]
    pub fn mistakes(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for BuildError {}
