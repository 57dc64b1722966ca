//! What has happened in a run, so that its state can be put together when it has to wait:
//! rig drives the run, and keeps the state to itself.

use std::sync::{Arc, Mutex, PoisonError};

use rig_agent::agent::{AgentRun, HookContext};
use rig_core::completion::{CompletionRequest, CompletionResponse};
use rig_core::message::Message;

use super::replay::{Turn, replayed};
use super::run::{SuspendedRun, WaitingCall};
use crate::hook::AskedCall;
use crate::limits::Limits;
use crate::scope::RunScope;

/// What has happened in a run.
#[derive(Clone, Default)]
pub(crate) struct Journal(Arc<Mutex<Written>>);

#[derive(Default)]
struct Written {
    /// How many messages there were before the run.
    before: Option<usize>,
    /// The messages that the model was called with last.
    messages: Vec<Message>,
    turns: Vec<Turn>,
}

impl Journal {
    /// The journal of the run that a hook is called in.
    pub(crate) fn of(ctx: &HookContext) -> Self {
        ctx.scratchpad().get::<Self>().unwrap_or_else(|| {
            let journal = Self::default();
            ctx.scratchpad().insert(journal.clone());
            journal
        })
    }

    /// The model is called.
    pub(crate) fn called(&self, history: &[Message], prompt: &Message) {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.before.get_or_insert(history.len());
        written.messages = history.iter().chain([prompt]).cloned().collect();
    }

    /// The model has answered.
    pub(crate) fn answered(&self, response: &CompletionResponse, request: &CompletionRequest) {
        let turn = Turn { response: response.clone(), tools: request.tools.clone() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).turns.push(turn);
    }

    /// The run as it is now, to wait for calls of the last turn.
    pub(crate) fn suspended(
        &self,
        scope: &RunScope,
        limits: &Limits,
        asked: Vec<AskedCall>,
    ) -> Result<SuspendedRun, String> {
        let written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let run = state(&written, scope.resumed.as_ref(), limits)?;
        let calls = asked.into_iter().map(|AskedCall { call, request }| WaitingCall {
            call_id: call.id.to_string(),
            arguments: call.function.arguments_value(),
            request,
            answer: None,
        });
        Ok(SuspendedRun::new(run, calls.collect()))
    }
}

/// The state of the run. Where something happened in it that cannot be replayed, such as
/// a turn that another hook had the model repeat, what was said before the last turn is
/// its history.
fn state(
    written: &Written,
    resumed: Option<&AgentRun>,
    limits: &Limits,
) -> Result<AgentRun, String> {
    let Written { before, messages, turns } = written;
    let whole = match resumed {
        Some(run) => replayed(run.clone(), turns, messages),
        None => {
            let fresh = fresh(messages, before.unwrap_or_default(), limits.rounds);
            fresh.and_then(|run| replayed(run, turns, messages))
        }
    };
    whole.or_else(|why| {
        tracing::warn!("a run that waits begins at its last turn: {why}");
        let rounds = limits.rounds.saturating_sub(turns.len().saturating_sub(1));
        let last = turns.last().ok_or("the model has not answered yet")?;
        let run = fresh(messages, messages.len().saturating_sub(1), rounds)?;
        replayed(run, std::slice::from_ref(last), messages)
    })
}

/// A run that has not begun, with so many messages before it.
fn fresh(messages: &[Message], before: usize, rounds: usize) -> Result<AgentRun, String> {
    let (history, own) = messages.split_at_checked(before).ok_or("its messages are missing")?;
    let prompt = own.first().ok_or("its prompt is missing")?;
    Ok(AgentRun::new(prompt.clone()).with_history(history.to_vec()).max_turns(rounds))
}
