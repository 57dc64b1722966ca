//! How much a run may do.

/// How much a run may do. What is more is told to the model, or ends the run.
///
/// | Limit | By default | What happens beyond it |
/// |---|---|---|
/// | [`rounds`](Self::rounds) | 20 | the run ends with `PromptError::MaxTurns`, which has the messages so far |
/// | [`calls_a_round`](Self::calls_a_round) | 16 | the calls beyond it are not run, and the model is told so |
/// | [`result_chars`](Self::result_chars) | 60,000 | the model is given the beginning of the result, and is told how much is missing |
///
/// How long a call may take is no limit of an agent, but of the toolkit
/// ([`timeout`](rulebook::ToolkitBuilder::timeout)) and of a tool set: 2 minutes each,
/// after which the model is told that the call timed out, and the run goes on.
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
    ///
    /// 20 lets an agent look into something step by step, and ends one that goes round in
    /// circles before it becomes dear. rig's own default is 1, which is no call of a tool.
    ///
    /// It is rig's `default_max_turns`, and takes the place of one that the builder had
    /// before. One run can have another number:
    /// [`RunOptions::rounds`](crate::RunOptions::rounds).
    pub const fn rounds(mut self, most: usize) -> Self {
        self.rounds = most;
        self
    }

    /// How many calls of tools are run of those that the model makes in one answer, tools
    /// beside the toolkit's included.
    ///
    /// Models that call tools side by side make a handful of calls at once. 16 are more
    /// than that, and end an answer that repeats itself. The first ones run; of the others
    /// the model is told that they have not, and it may make them again.
    pub const fn calls_a_round(mut self, most: usize) -> Self {
        self.calls_a_round = most;
        self
    }

    /// How many characters of a result of the toolkit's tools, or of an error of theirs, the
    /// model is given. Images are not counted, and what it is told of the rest is not either.
    ///
    /// 60,000 characters of English are some 15,000 tokens: several such results have room
    /// in the context of any current model. The host is given the whole result, by
    /// [`observer`](crate::AgentTools::observer) and as
    /// [`WholeResult`](crate::WholeResult).
    pub const fn result_chars(mut self, most: usize) -> Self {
        self.result_chars = most;
        self
    }
}
