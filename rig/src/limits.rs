//! How much a run may do.

/// How much a run may do. What is more is told to the model, or ends the run.
///
/// | Limit | By default | What happens beyond it |
/// |---|---|---|
/// | `rounds` | 20 | the run ends with `PromptError::MaxTurns` |
/// | `calls_a_round` | 16 | the calls beyond it are not run, and the model is told so |
/// | `result_chars` | 60,000 | the model is given the beginning of the result |
///
/// ```
/// use rulebook_rig::Limits;
///
/// let limits = Limits::default().rounds(8).result_chars(20_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) rounds: usize,
    pub(crate) calls_a_round: usize,
    pub(crate) result_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { rounds: 20, calls_a_round: 16, result_chars: 60_000 }
    }
}

impl Limits {
    /// How many times the model is called in one run, the last time included.
    pub const fn rounds(mut self, most: usize) -> Self {
        self.rounds = most;
        self
    }

    /// How many calls of the toolkit's tools are run of those that the model makes in one
    /// answer.
    pub const fn calls_a_round(mut self, most: usize) -> Self {
        self.calls_a_round = most;
        self
    }

    /// How long a result is that the model is given, in characters; images do not count.
    /// The host is given the whole one.
    pub const fn result_chars(mut self, most: usize) -> Self {
        self.result_chars = most;
        self
    }
}
