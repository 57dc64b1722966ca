//! A run of an agent that has a toolkit.

use std::sync::Arc;

use rig_agent::agent::AgentRunner;

use crate::hook::RunHook;
use crate::options::RunOptions;
use crate::scope::RunScope;
use crate::suspend::{RunError, RunOutcome, Suspension};

/// A run of an agent that has a toolkit.
///
/// ```no_run
/// # async fn sample(agent: rig_agent::Agent) -> Result<(), Box<dyn std::error::Error>> {
/// use rulebook::Session;
/// use rulebook_rig::ToolkitRun;
///
/// let session = Session::with_id("conversation 7");
/// let response = agent.prompt("may A-1001 come back?").run_options(&session).await?;
/// # Ok(()) }
/// ```
pub trait ToolkitRun: Sized {
    /// What goes with the run: at least its session, so `&session` will do. Without any,
    /// a run has a session of its own, which ends with it.
    ///
    /// It takes the place of the runner's `tool_context`:
    /// [`RunOptions::tool_context`] has what other tools find there.
    ///
    /// Someone is asked for approval when all hooks that the agent and the run have before
    /// this have seen the turn: add your own first.
    #[must_use]
    fn run_options(self, options: impl Into<RunOptions>) -> Self;

    /// Drives the run until it ends, or has to wait for an approval. Then it is data,
    /// which can go on later, and in another process.
    ///
    /// A run that is typed (`prompt_typed`) does not wait: give the agent the schema
    /// (`output_schema`), and read the answer as what it is.
    fn until_approval(
        self,
        options: impl Into<RunOptions>,
    ) -> impl Future<Output = Result<RunOutcome, RunError>> + Send
    where
        Self: Into<AgentRunner>,
    {
        let suspension = Suspension::new();
        let runner = self.into().run_options(options.into().suspend_into(&suspension));
        async move { driven(runner, &suspension).await }
    }
}

impl<Output> ToolkitRun for AgentRunner<Output> {
    fn run_options(self, options: impl Into<RunOptions>) -> Self {
        scoped(self, Arc::new(RunScope::new(options.into())))
    }
}

/// A run with what travels with it.
pub(crate) fn scoped<Output>(
    runner: AgentRunner<Output>,
    scope: Arc<RunScope>,
) -> AgentRunner<Output> {
    let context = scope.options.tools_context(Arc::clone(&scope));
    let runner = match scope.options.rounds {
        Some(most) => runner.max_turns(most),
        None => runner,
    };
    runner.tool_context(context).add_hook(RunHook(scope))
}

/// Drives a run until it ends or is in the place where it waits.
pub(crate) async fn driven(
    runner: AgentRunner,
    suspension: &Suspension,
) -> Result<RunOutcome, RunError> {
    // A run is deep: a debug build would overflow the stack of a worker.
    let ended = Box::pin(runner.run()).await;
    match (suspension.take(), ended) {
        (Some(run), _) => Ok(RunOutcome::NeedsApproval(Box::new(run))),
        (None, Ok(response)) => Ok(RunOutcome::Done(Box::new(response))),
        (None, Err(error)) => Err(error.into()),
    }
}
