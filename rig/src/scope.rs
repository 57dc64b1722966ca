//! What travels with a run, to the hook and to the tools.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rig_agent::agent::{
    AgentHook, AgentRun, CompletionCallAction, CompletionCallEvent, DispatchAction, DispatchEvent,
    HookContext, RunStart, RunStartAction, StepEventKind,
};
use rig_core::effect::EffectKind;
use rulebook::AnsweredRequest;

use crate::options::RunOptions;
use crate::plan;
use crate::suspend::Journal;

/// What travels with a run.
#[derive(Default)]
pub(crate) struct RunScope {
    pub(crate) options: RunOptions,
    /// Answers that were taken before the run went on, by the id of the call.
    pub(crate) answered: Answered,
    /// The state that the run was resumed from.
    pub(crate) resumed: Option<AgentRun>,
}

impl RunScope {
    pub(crate) fn new(options: RunOptions) -> Self {
        Self { options, ..Self::default() }
    }
}

/// Answers to calls that have not run yet, each with the arguments that were asked about.
#[derive(Default)]
pub(crate) struct Answered(Mutex<VecDeque<AnsweredCall>>);

/// An answer to a call that has not run yet.
#[derive(Clone)]
pub(crate) struct AnsweredCall {
    /// The id that the model gave the call.
    pub(crate) call_id: String,
    /// The arguments as the model gave them.
    pub(crate) arguments: serde_json::Value,
    pub(crate) answered: AnsweredRequest,
}

impl Answered {
    pub(crate) fn add(&self, call: AnsweredCall) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(call);
    }

    /// The answer to a call, which is then used up. Models do give two calls one id; the
    /// arguments tell them apart.
    pub(crate) fn take(
        &self,
        call_id: &str,
        tool: &str,
        arguments: &serde_json::Value,
    ) -> Option<AnsweredRequest> {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = calls.iter().position(|call| {
            call.call_id == call_id
                && call.answered.request().tool == tool
                && call.arguments == *arguments
        })?;
        calls.remove(at).map(|call| call.answered)
    }
}

/// What a run's hook keeps of it, for the agent's hook.
#[derive(Clone)]
pub(crate) struct Running(pub(crate) Arc<RunScope>);

/// What brings the scope of a run to the agent's hook: calls of the model have no tool
/// context, and a runner can be given another one.
pub(crate) struct RunHook(pub(crate) Arc<RunScope>);

impl RunHook {
    fn tell(&self, ctx: &HookContext) {
        ctx.scratchpad().insert(Running(Arc::clone(&self.0)));
    }
}

impl AgentHook for RunHook {
    fn name(&self) -> Option<String> {
        Some("rulebook run".to_owned())
    }

    fn observes(&self, kind: StepEventKind) -> bool {
        matches!(
            kind,
            StepEventKind::RunStart | StepEventKind::CompletionCall | StepEventKind::ToolDispatch
        )
    }

    async fn on_run_start(&self, ctx: &HookContext, _: RunStart<'_>) -> RunStartAction {
        self.tell(ctx);
        RunStartAction::Continue
    }

    /// A run that is resumed does not start.
    async fn on_completion_call(
        &self,
        ctx: &HookContext,
        event: CompletionCallEvent<'_>,
    ) -> CompletionCallAction {
        self.tell(ctx);
        if self.0.options.suspension.is_some() {
            Journal::of(ctx).called(event.history, event.prompt);
        }
        CompletionCallAction::Continue
    }

    /// A run that is resumed may begin here, and the agent's hook is called before this.
    async fn on_dispatch(&self, ctx: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        if let EffectKind::ToolCall { .. } = event.kind {
            self.tell(ctx);
            if let Some(kept) = plan::kept(ctx, event.id) {
                kept.belongs_to(&self.0);
            }
        }
        DispatchAction::Proceed
    }
}

/// The scope of the run that a hook is called in. One without options has a session of
/// its own.
pub(crate) fn running(ctx: &HookContext) -> Arc<RunScope> {
    if let Some(Running(scope)) = ctx.scratchpad().get::<Running>() {
        return scope;
    }
    let scope = Arc::new(RunScope::default());
    ctx.scratchpad().insert(Running(Arc::clone(&scope)));
    scope
}
