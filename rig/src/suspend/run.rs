//! A run that waits for an approval, as data.

use rig_agent::Agent;
use rig_agent::agent::AgentRun;
use rig_core::id::ConversationId;
use rulebook::{Approval, ApprovalRequest, Toolkit};
use serde::{Deserialize, Deserializer, Serialize};

use super::answered::Resumption;
use super::error::RunError;
use super::open::{open_calls, places};
use super::outcome::RunOutcome;
use crate::hook::AskedCall;
use crate::options::RunOptions;

/// The version of the JSON that is written, and the only one that is read.
const VERSION: u64 = 1;

/// A run that waits for an approval.
///
/// It is data: keep it as JSON, with the session that the run was in, show its
/// [`requests`](Self::requests) to whoever decides, and let it go on then or later, in
/// this process or in another one that has the same toolkit. No tool of the turn that it
/// waits in has run. It holds the conversation, and it is no proof: keep it where the
/// model cannot write.
///
/// It goes on once. The session knows which requests were answered, so keep the session
/// again afterwards: with an old one, another process would let the run go on again.
///
/// What it holds of the run: its messages, from the first prompt on, what the model calls
/// cost and returned, how many there may still be (by [`Limits`](crate::Limits)), the
/// conversation of a memory of rig. What it does not hold is to be given again:
/// [`RunOptions`], and what was set on the runner. Two things rig does not tell: what an
/// answer cost that called a tool there is not counts as unknown, and entries that other
/// hooks appended to the run are kept only as far as
/// [`RunOptions::keep_entries`] names them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "a run that waits")]
pub struct SuspendedRun {
    #[serde(deserialize_with = "known_version")]
    version: u64,
    /// The conversation that a memory of rig has the run in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) conversation: Option<ConversationId>,
    pub(super) run: AgentRun,
    pub(super) calls: Vec<WaitingCall>,
}

/// A call of the turn that a run waits in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "a call that waits")]
pub(super) struct WaitingCall {
    /// Which of the turn's calls it is.
    pub(super) at: usize,
    pub(super) request: ApprovalRequest,
    /// What was answered already, where another request had to be asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<Approval>,
}

impl SuspendedRun {
    /// A run with its calls open, of which some wait; an error when it could not be read
    /// again.
    pub(super) fn new(
        run: AgentRun,
        conversation: Option<ConversationId>,
        asked: Vec<AskedCall>,
    ) -> Result<Self, String> {
        let at = places(&open_calls(&run)?, asked.iter().map(|asked| &asked.call));
        let waiting = at.into_iter().zip(asked);
        let calls = waiting.filter_map(|(at, asked)| {
            Some(WaitingCall { at: at?, request: asked.request, answer: None })
        });
        let waits = Self { version: VERSION, conversation, calls: calls.collect(), run };
        // Arguments and results may be nested deeper than readers of JSON go.
        let written = serde_json::to_string(&waits).map_err(|error| error.to_string())?;
        let read = serde_json::from_str::<Self>(&written);
        read.map_err(|error| format!("it could not be read again: {error}"))?;
        Ok(waits)
    }

    /// What has to be answered before the run goes on, in the order of the calls.
    #[must_use]
    pub fn requests(&self) -> Vec<&ApprovalRequest> {
        self.calls.iter().filter(|call| call.answer.is_none()).map(|call| &call.request).collect()
    }

    /// The state of the run as rig has it. Resumed by rig alone it makes its calls again,
    /// and those that need approval are asked about anew.
    #[must_use]
    pub const fn run(&self) -> &AgentRun {
        &self.run
    }

    /// Lets the run go on with the answers to its [`requests`](Self::requests), in their
    /// order, until it ends or has to wait again.
    ///
    /// Exactly the calls that were granted run, and the model is told why the others did
    /// not. When a tool, the rules behind it or its settings have changed since it was
    /// asked about, nothing runs, and that request is asked again; the answers to the
    /// others are kept.
    ///
    /// # Errors
    /// [`RunError`]: another number of answers, a request that was answered before or in
    /// another session, and whatever a run fails with.
    pub async fn resume(
        self,
        agent: &Agent,
        toolkit: &Toolkit,
        answers: impl IntoIterator<Item = Approval>,
        options: impl Into<RunOptions>,
    ) -> Result<RunOutcome, RunError> {
        match self.answer(toolkit, answers, options)? {
            Resumption::Ready(run) => run.until_approval(agent).await,
            Resumption::AskedAgain(run) => Ok(RunOutcome::NeedsApproval(run)),
        }
    }
}

fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    match u64::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!(
            "a suspended run of version {other}, and version {VERSION} is known"
        ))),
    }
}
