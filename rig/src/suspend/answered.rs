//! A run that goes on with the answers to its requests.

use std::sync::Arc;

use rig_agent::Agent;
use rig_agent::agent::{AgentRun, AgentRunner};
use rig_core::message::Message;
use rulebook::{Approval, Toolkit};

use super::error::RunError;
use super::outcome::RunOutcome;
use super::run::{SuspendedRun, WaitingCall};
use super::suspension::Suspension;
use crate::options::RunOptions;
use crate::runner;
use crate::scope::{AnsweredCall, RunScope};

/// What becomes of a run whose requests were answered.
#[must_use = "the run has not gone on yet"]
pub enum Resumption {
    /// The answers count, and the run can go on.
    Ready(AnsweredRun),
    /// What a request is about has changed since, so it is asked again. Nothing has run,
    /// and the other answers are kept.
    AskedAgain(Box<SuspendedRun>),
}

/// A run whose requests were answered.
#[must_use = "the run has not gone on yet"]
pub struct AnsweredRun {
    run: AgentRun,
    scope: Arc<RunScope>,
}

impl SuspendedRun {
    /// Takes the answers to the [`requests`](Self::requests), in their order. The run
    /// goes on by [`AnsweredRun`]; most are best resumed by [`resume`](Self::resume).
    ///
    /// # Errors
    /// As for [`resume`](Self::resume), of which nothing has run.
    pub fn answer(
        mut self,
        toolkit: &Toolkit,
        answers: impl IntoIterator<Item = Approval>,
        options: impl Into<RunOptions>,
    ) -> Result<Resumption, RunError> {
        let options = options.into();
        self.put(answers.into_iter().collect())?;
        if self.renew(toolkit, &options)? {
            return Ok(Resumption::AskedAgain(Box::new(self)));
        }
        let scope = RunScope { resumed: Some(self.run.clone()), ..RunScope::new(options) };
        if let Some(Message::Assistant(turn)) = self.run.full_history().last() {
            scope.inexact.look(&turn.content);
        }
        for WaitingCall { call_id, arguments, request, answer } in self.calls {
            let answer = answer.unwrap_or(Approval::Denied { reason: None });
            let for_call = scope.options.for_call(Some(&call_id));
            let answered = toolkit.accept(request, answer, for_call).map_err(RunError::Answer)?;
            scope.answered.add(AnsweredCall { call_id, arguments, answered });
        }
        Ok(Resumption::Ready(AnsweredRun { run: self.run, scope: Arc::new(scope) }))
    }

    /// Puts an answer to each request that has none.
    fn put(&mut self, answers: Vec<Approval>) -> Result<(), RunError> {
        let (expected, given) = (self.requests().len(), answers.len());
        if expected != given {
            return Err(RunError::Answers { expected, given });
        }
        let open = self.calls.iter_mut().filter(|call| call.answer.is_none());
        for (call, answer) in open.zip(answers) {
            call.answer = Some(answer);
        }
        Ok(())
    }

    /// Asks again what is void of that was granted; whether there was any.
    fn renew(&mut self, toolkit: &Toolkit, options: &RunOptions) -> Result<bool, RunError> {
        let mut any = false;
        for call in &mut self.calls {
            if call.answer != Some(Approval::Granted) {
                continue;
            }
            let for_call = options.for_call(Some(&call.call_id));
            let again = toolkit.renewed(&call.request, for_call).map_err(RunError::Answer)?;
            if let Some(again) = again {
                any = true;
                (call.request, call.answer) = (again, None);
            }
        }
        Ok(any)
    }
}

impl AnsweredRun {
    /// Drives the run until it ends or has to wait again.
    ///
    /// # Errors
    /// [`RunError`] when it fails.
    pub async fn until_approval(self, agent: &Agent) -> Result<RunOutcome, RunError> {
        let suspension = Suspension::new();
        runner::driven(self.suspend_into(&suspension).runner(agent), &suspension).await
    }

    /// Where the run is put when it has to wait again.
    pub fn suspend_into(mut self, suspension: &Suspension) -> Self {
        if let Some(scope) = Arc::get_mut(&mut self.scope) {
            scope.options.suspension = Some(suspension.clone());
        }
        self
    }

    /// The run for rig to drive: to be awaited, or streamed.
    pub fn runner(self, agent: &Agent) -> AgentRunner {
        runner::scoped(agent.resume(self.run), self.scope)
    }
}
