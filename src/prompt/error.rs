//! Why a prompt was not built.

use std::fmt;

/// Why a system prompt was not built: every mistake, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptError {
    problems: Vec<String>,
}

impl PromptError {
    pub(super) const fn new(problems: Vec<String>) -> Self {
        Self { problems }
    }

    /// Each mistake, in the order of the sections.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for PromptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for PromptError {}
