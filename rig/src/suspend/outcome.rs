//! How a run ends that may have to wait.

use rig_agent::agent::PromptResponse;

use super::run::SuspendedRun;

/// How a run ends that may have to wait.
#[derive(Debug)]
#[must_use = "a run that waits has not ended"]
pub enum RunOutcome {
    /// It ended.
    Done(Box<PromptResponse>),
    /// It waits for someone's approval.
    NeedsApproval(Box<SuspendedRun>),
}
