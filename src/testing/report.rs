//! What a tool does not keep to.

use std::fmt;

/// Every violation of a tool. Its `Debug` is its `Display`, so that a test which
/// unwraps it can be read.
#[derive(Clone, Default)]
pub struct Report {
    pub(super) tool: String,
    violations: Vec<Violation>,
}

/// One promise that a tool does not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Report {
    /// Every violation, in the order of the checks.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    pub(super) fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }

    pub(super) fn add(&mut self, message: impl Into<String>, help: impl Into<String>) {
        let violation = Violation { message: message.into(), help: help.into() };
        if !self.violations.contains(&violation) {
            self.violations.push(violation);
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tool `{}` does not keep to the contract:", self.tool)?;
        self.violations.iter().try_for_each(|violation| write!(f, "\n- {violation}"))
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report {}
