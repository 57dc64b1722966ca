//! Why a run did not end, or did not go on.

use rig_agent::run::PromptError;
use rulebook::ToolError;

/// Why a run did not end, or did not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run itself failed.
    #[error(transparent)]
    Run(#[from] PromptError),
    /// An answer does not count: the request was answered before, or belongs to another
    /// session. Nothing has run.
    #[error("the run does not go on: {}", .0.message)]
    Answer(#[source] ToolError),
    /// What was saved of the run does not fit together. Nothing has run.
    #[error("the run does not go on: what was saved of it does not fit together: {0}")]
    State(String),
    /// There are as many answers as requests, in their order.
    #[error("the run waits for {expected} answers, and was given {given}")]
    Answers {
        /// How many requests there are.
        expected: usize,
        /// How many answers were given.
        given: usize,
    },
}
