//! A run that goes on with the answers to its requests.

use std::fmt;
use std::sync::Arc;

use rig_agent::Agent;
use rig_agent::agent::AgentRunner;
use rig_core::message::Message;
use rulebook::{Approval, Toolkit};

use super::error::RunError;
use super::journal::Resumed;
use super::open::waiting;
use super::outcome::RunOutcome;
use super::run::SuspendedRun;
use super::suspension::Suspension;
use crate::options::RunOptions;
use crate::runner;
use crate::scope::{AnsweredCall, RunScope};

/// What becomes of a run whose requests were answered.
#[derive(Debug)]
#[must_use = "the run has not gone on yet"]
pub enum Resumption {
    /// The answers count, and the run can go on.
    Ready(Box<AnsweredRun>),
    /// What a request is about has changed since, so it is asked again. Nothing has run,
    /// and the other answers are kept.
    AskedAgain(Box<SuspendedRun>),
}

/// A run whose requests were answered.
#[must_use = "the run has not gone on yet"]
pub struct AnsweredRun {
    resumed: Resumed,
    scope: RunScope,
}

impl SuspendedRun {
    /// Takes the answers to the [`requests`](Self::requests), in their order. The run
    /// goes on by [`AnsweredRun`]; most are best resumed by [`resume`](Self::resume).
    ///
    /// The session knows the answers from here on: when it is saved before the run goes on,
    /// no process lets the run go on a second time, even if this one dies on the way.
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
        let open = waiting(&self).map_err(RunError::State)?;
        self.put(answers.into_iter().collect())?;
        if self.renew(toolkit, &options)? {
            return Ok(Resumption::AskedAgain(Box::new(self)));
        }
        let Self { run, conversation, calls, .. } = self;
        let run = match options.rounds {
            Some(most) => run.max_turns(most),
            None => run,
        };
        let scope = RunScope::new(options);
        if let Some(Message::Assistant(turn)) = run.full_history().last() {
            scope.inexact.look(&turn.content);
        }
        for (call, waits) in open.iter().zip(calls) {
            let answer = waits.answer.unwrap_or(Approval::Denied { reason: None });
            let for_call = scope.options.for_call(Some(&call.id.to_string()));
            let answered =
                toolkit.accept(waits.request, answer, for_call).map_err(RunError::Answer)?;
            scope.answered.add(AnsweredCall::new(call, answered));
        }
        let resumed = Resumed { run, conversation };
        Ok(Resumption::Ready(Box::new(AnsweredRun { resumed, scope })))
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

    /// Asks again what is void of that was granted; whether there was any. No answer
    /// counts before each of them can.
    fn renew(&mut self, toolkit: &Toolkit, options: &RunOptions) -> Result<bool, RunError> {
        let mut any = false;
        for call in &mut self.calls {
            let Some(answer) = &call.answer else { continue };
            let for_call = options.for_call(call.request.call_id.as_deref());
            let again =
                toolkit.renewed(&call.request, answer, for_call).map_err(RunError::Answer)?;
            if let Some(again) = again {
                any = true;
                (call.request, call.answer) = (again, None);
            }
        }
        Ok(any)
    }
}

impl fmt::Debug for AnsweredRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnsweredRun").field("resumed", &self.resumed).finish_non_exhaustive()
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
        self.scope.options = self.scope.options.suspend_into(suspension);
        self
    }

    /// The run for rig to drive: to be awaited, or streamed.
    ///
    /// It stays in the conversation of rig's memory that it was in, and in none when it
    /// was in none.
    pub fn runner(self, agent: &Agent) -> AgentRunner {
        let Self { resumed, mut scope } = self;
        let runner = agent.resume(resumed.run.clone());
        let runner = match &resumed.conversation {
            Some(conversation) => runner.conversation(conversation.clone()),
            None => runner.without_memory(),
        };
        scope.resumed = Some(Arc::new(resumed));
        runner::scoped(runner, Arc::new(scope))
    }
}
