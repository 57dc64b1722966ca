//! The two ways to run an agent until someone has to approve something.

use futures_util::StreamExt;
use rig_agent::Agent;
use rig_agent::agent::{AgentRunner, MultiTurnStreamItem};
use rig_agent::run::response::PromptResponse;
use rulebook::{Approval, Session, Toolkit};
use rulebook_rig::{
    Resumption, RunError, RunOptions, RunOutcome, SuspendedRun, Suspension, ToolkitRun,
};

use super::way::Way;

impl Way {
    /// Runs until it ends or waits.
    pub(crate) async fn until(
        self,
        run: AgentRunner,
        options: impl Into<RunOptions>,
    ) -> Result<RunOutcome, RunError> {
        match self {
            Self::Blocking => run.until_approval(options).await,
            Self::Streaming => {
                let suspension = Suspension::new();
                let options = options.into().suspend_into(&suspension);
                streamed(run.run_options(options), &suspension).await
            }
        }
    }

    /// Goes on with answers until it ends or waits.
    pub(crate) async fn resume(
        self,
        waits: SuspendedRun,
        agent: &Agent,
        toolkit: &Toolkit,
        answers: impl IntoIterator<Item = Approval>,
        options: impl Into<RunOptions>,
    ) -> Result<RunOutcome, RunError> {
        match self {
            Self::Blocking => waits.resume(agent, toolkit, answers, options).await,
            Self::Streaming => match waits.answer(toolkit, answers, options)? {
                Resumption::AskedAgain(waits) => Ok(RunOutcome::NeedsApproval(waits)),
                Resumption::Ready(run) => {
                    let suspension = Suspension::new();
                    streamed(run.suspend_into(&suspension).runner(agent), &suspension).await
                }
            },
        }
    }
}

async fn streamed(run: AgentRunner, suspension: &Suspension) -> Result<RunOutcome, RunError> {
    let mut items = run.stream();
    let mut last = None;
    let mut failed = None;
    while let Some(item) = items.next().await {
        match item {
            Ok(MultiTurnStreamItem::FinalResponse(response)) => last = Some(response),
            Ok(_) => {}
            Err(error) => failed = Some(error),
        }
    }
    match (suspension.take(), last, failed) {
        (Some(waits), None, Some(_)) => Ok(RunOutcome::NeedsApproval(Box::new(waits))),
        (None, Some(response), None) => Ok(RunOutcome::Done(Box::new(response))),
        (None, None, Some(error)) => Err(error.into()),
        other => panic!("a stream ends in one way: {other:?}"),
    }
}

/// The run that waits.
pub(crate) fn waits(outcome: RunOutcome) -> SuspendedRun {
    match outcome {
        RunOutcome::NeedsApproval(run) => *run,
        RunOutcome::Done(response) => panic!("it ended: {}", response.output()),
    }
}

/// What a run ended with.
pub(crate) fn done(outcome: RunOutcome) -> PromptResponse {
    match outcome {
        RunOutcome::Done(response) => *response,
        RunOutcome::NeedsApproval(run) => panic!("it waits: {:?}", run.requests()),
    }
}

/// A run and its session as another process reads them.
pub(crate) fn elsewhere(run: &SuspendedRun, session: &Session) -> (SuspendedRun, Session) {
    let (run, session) = (serde_json::to_string(run).unwrap(), session.to_json().to_string());
    (serde_json::from_str(&run).unwrap(), session.parse().unwrap())
}
