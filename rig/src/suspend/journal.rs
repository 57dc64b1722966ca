//! What has happened in a run, so that its state can be put together when it has to wait:
//! rig drives the run, and keeps the state to itself.

use std::sync::{Arc, Mutex, PoisonError};

use rig_agent::agent::{AgentRun, HookContext};
use rig_core::completion::{CompletionRequest, CompletionResponse, ModelRef};
use rig_core::id::ConversationId;
use rig_core::message::Message;

use super::replay::{Offer, Turn, replayed};
use super::run::SuspendedRun;
use crate::hook::{AskedCall, output_tool};
use crate::limits::Limits;
use crate::scope::RunScope;

/// What has happened in a run.
#[derive(Clone, Default)]
pub(crate) struct Journal(Arc<Mutex<Written>>);

#[derive(Default)]
struct Written {
    conversation: Option<ConversationId>,
    /// How many messages there were before the run.
    before: Option<usize>,
    /// The messages that the model was called with last.
    messages: Vec<Message>,
    turns: Vec<Turn>,
    /// What the model was offered last, whatever hooks made of it.
    offer: Option<Offer>,
    model: Option<ModelRef>,
}

/// What a run was resumed from.
#[derive(Clone, Debug)]
pub(crate) struct Resumed {
    pub(super) run: AgentRun,
    pub(super) conversation: Option<ConversationId>,
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

    fn write<T>(&self, write: impl FnOnce(&mut Written) -> T) -> T {
        write(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A memory of rig has given what was said before.
    pub(crate) fn remembered(&self, conversation: &ConversationId) {
        self.write(|written| written.conversation = Some(conversation.clone()));
    }

    /// The model is called.
    pub(crate) fn called(&self, history: &[Message], prompt: &Message) {
        self.write(|written| {
            written.before.get_or_insert(history.len());
            written.messages = history.iter().chain([prompt]).cloned().collect();
            written.turns.push(Turn { sent: written.messages.len(), response: None });
        });
    }

    /// Which model is called.
    pub(crate) fn selected(&self, model: &ModelRef) {
        self.write(|written| written.model = Some(model.clone()));
    }

    /// The model has answered.
    pub(crate) fn answered(&self, response: &CompletionResponse, request: &CompletionRequest) {
        self.write(|written| {
            written.offer = Some(Offer::of(request));
            if let Some(turn) = written.turns.last_mut() {
                turn.response = Some(response.clone());
            }
        });
    }

    /// The run as it is now, to wait for calls of the last turn.
    pub(crate) fn suspended(
        &self,
        ctx: &HookContext,
        scope: &RunScope,
        limits: &Limits,
        asked: Vec<AskedCall>,
    ) -> Result<SuspendedRun, String> {
        self.write(|written| {
            let rounds = scope.options.rounds.unwrap_or(limits.rounds);
            let mut run = state(written, scope.resumed.as_deref(), rounds)?;
            for kind in scope.options.kept_entries(&run) {
                let kept = run.entries_of(&kind).count();
                let entries = ctx.entries(&kind).into_iter().skip(kept);
                entries.for_each(|entry| run.append_entry(entry));
            }
            let resumed = scope.resumed.as_deref();
            let known = || resumed.and_then(|resumed| resumed.conversation.clone());
            let conversation = written.conversation.clone().or_else(known);
            SuspendedRun::new(run, conversation, asked)
        })
    }
}

/// The state of the run, its calls of the last turn open.
fn state(written: &Written, resumed: Option<&Resumed>, rounds: usize) -> Result<AgentRun, String> {
    let Written { before, messages, turns, offer, model, .. } = written;
    let offer = offer.as_ref().ok_or("the model has not answered")?;
    let begun = match resumed {
        Some(resumed) => resumed.run.clone(),
        None => fresh(messages, before.unwrap_or_default(), at_least(rounds, turns.len()))?,
    };
    let mut run = replayed(begun, turns, offer, messages)?;
    if let Some(model) = model {
        run.set_previous_model(model.clone());
    }
    // As rig begins a run whose answer has a schema.
    if let Some(tool) = output_tool(&offer.tools)
        && run.commit_output_tool_name(tool.name.to_string())
    {
        const RETRIES: usize = rig_agent::run::RunSpec::DEFAULT_OUTPUT_RETRIES;
        run = run.with_output_validation(Some(tool.parameters.clone()), RETRIES);
    }
    Ok(run)
}

/// The rounds of a run, which had so many. One that had more than it was known to have was
/// given another number by its runner, which tells nobody: it may have as many again.
const fn at_least(rounds: usize, had: usize) -> usize {
    if had > rounds { had.saturating_add(rounds) } else { rounds }
}

/// A run that has not begun, with so many messages before it.
fn fresh(messages: &[Message], before: usize, rounds: usize) -> Result<AgentRun, String> {
    let (history, own) = messages.split_at_checked(before).ok_or("its messages are missing")?;
    let prompt = own.first().ok_or("its prompt is missing")?;
    Ok(AgentRun::new(prompt.clone()).with_history(history.to_vec()).max_turns(rounds))
}
