//! What travels with a run, to the hook and to the tools.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rig_agent::agent::HookContext;
use rig_core::message::ToolCall;
use rulebook::AnsweredRequest;
use serde_json::Value;

use crate::inexact::Inexact;
use crate::options::RunOptions;
use crate::suspend::Resumed;

/// What travels with a run.
#[derive(Default)]
pub(crate) struct RunScope {
    pub(crate) options: RunOptions,
    /// Whether the run has a hook of its own that tells of it.
    pub(crate) hooked: bool,
    /// Answers that were taken before their calls are run.
    pub(crate) answered: Answered,
    /// Calls that are not made, because of what their arguments lost.
    pub(crate) inexact: Inexact,
    /// What the run was resumed from.
    pub(crate) resumed: Option<Arc<Resumed>>,
}

impl RunScope {
    pub(crate) fn new(options: RunOptions) -> Self {
        Self { options, hooked: true, ..Self::default() }
    }

    /// The same for one run: whoever drives a runner may have cloned it. What was answered
    /// before counts for the first run alone.
    pub(crate) fn of_one_run(&self) -> Self {
        Self {
            options: self.options.clone(),
            hooked: self.hooked,
            answered: self.answered.handed_over(),
            inexact: self.inexact.clone(),
            resumed: self.resumed.clone(),
        }
    }
}

/// Answers to calls of the present turn that have not run yet.
#[derive(Default)]
pub(crate) struct Answered(Mutex<VecDeque<AnsweredCall>>);

/// An answer to a call that has not run yet.
pub(crate) struct AnsweredCall {
    /// The id that the model gave the call.
    call_id: String,
    tool: String,
    /// The arguments as the model gave them, and as rig dispatches them.
    arguments: Value,
    answered: AnsweredRequest,
}

impl AnsweredCall {
    pub(crate) fn new(call: &ToolCall, answered: AnsweredRequest) -> Self {
        Self {
            call_id: call.id.to_string(),
            tool: call.function.name.to_string(),
            arguments: call.function.arguments_value(),
            answered,
        }
    }
}

impl Answered {
    pub(crate) fn add(&self, call: AnsweredCall) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(call);
    }

    fn handed_over(&self) -> Self {
        let calls = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        Self(Mutex::new(calls))
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The answer to a call, which is then used up. Models do give two calls one id: those
    /// with the same arguments are the same call, whichever gets which answer.
    pub(crate) fn take(
        &self,
        call_id: &str,
        tool: &str,
        arguments: &Value,
    ) -> Option<AnsweredRequest> {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = calls.iter().position(|call| {
            call.call_id == call_id && call.tool == tool && call.arguments == *arguments
        })?;
        calls.remove(at).map(|call| call.answered)
    }
}

/// What a run's hook keeps of it, for the agent's hook.
#[derive(Clone)]
struct Running(Arc<RunScope>);

/// Whether the scope of the run that a hook is called in is known.
pub(crate) fn is_known(ctx: &HookContext) -> bool {
    ctx.scratchpad().get::<Running>().is_some()
}

/// The scope of the run that a hook is called in, which has this one, as all its clones.
pub(crate) fn running_with(ctx: &HookContext, all: &RunScope) -> Arc<RunScope> {
    let known = ctx.scratchpad().get::<Running>().filter(|Running(scope)| scope.hooked);
    known.map_or_else(|| begin(ctx, all.of_one_run()), |Running(scope)| scope)
}

fn begin(ctx: &HookContext, scope: RunScope) -> Arc<RunScope> {
    let scope = Arc::new(scope);
    ctx.scratchpad().insert(Running(Arc::clone(&scope)));
    scope
}

/// The scope of the run that a hook is called in. One without options has a session of
/// its own.
pub(crate) fn running(ctx: &HookContext) -> Arc<RunScope> {
    let known = ctx.scratchpad().get::<Running>();
    known.map_or_else(|| begin(ctx, RunScope::default()), |Running(scope)| scope)
}
