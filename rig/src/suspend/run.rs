//! A run that waits for an approval, as data.

use rig_agent::Agent;
use rig_agent::agent::AgentRun;
use rulebook::{Approval, ApprovalRequest, Toolkit};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::answered::Resumption;
use super::error::RunError;
use super::outcome::RunOutcome;
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuspendedRun {
    #[serde(deserialize_with = "known_version")]
    version: u64,
    pub(super) run: AgentRun,
    pub(super) calls: Vec<WaitingCall>,
}

/// A call of the turn that a run waits in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WaitingCall {
    /// The id that the model gave it.
    pub(super) call_id: String,
    /// The arguments as the model gave them.
    pub(super) arguments: Value,
    pub(super) request: ApprovalRequest,
    /// What was answered already, where another request had to be asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) answer: Option<Approval>,
}

impl SuspendedRun {
    pub(super) fn new(run: AgentRun, calls: Vec<WaitingCall>) -> Self {
        Self { version: VERSION, run, calls }
    }

    /// What has to be answered before the run goes on, in the order of the calls.
    #[must_use]
    pub fn requests(&self) -> Vec<&ApprovalRequest> {
        self.calls.iter().filter(|call| call.answer.is_none()).map(|call| &call.request).collect()
    }

    /// The state of the run as rig has it.
    #[must_use]
    pub const fn run(&self) -> &AgentRun {
        &self.run
    }

    /// Lets the run go on with the answers to its [`requests`](Self::requests), in their
    /// order, until it ends or has to wait again.
    ///
    /// Exactly the calls that were granted run, and the model is told why the others did
    /// not. When a tool, the rules behind it or its settings have changed since it was
    /// asked about, nothing runs, and that request is asked again.
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
