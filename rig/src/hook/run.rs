//! What is done in a run that has options: its scope is brought to the agent's hook, and
//! what happens is written down where the run may have to wait.

use std::sync::Arc;

use rig_agent::agent::{
    AgentHook, CompletionCallAction, CompletionCallEvent, DispatchAction, DispatchEvent,
    HookContext, InvalidToolCallAction, InvalidToolCallContext, ModelSelection,
    ModelSelectionAction, ModelTurnAction, ModelTurnFinished, OutcomeAction, OutcomeEvent,
    RunStart, RunStartAction, StepEventKind,
};
use rig_core::effect::{EffectKind, MemoryOp};

use super::{ToolkitHook, unknown};
use crate::plan;
use crate::scope::{RunScope, running_with};
use crate::suspend::Journal;

/// The hook of a run, and of its clones. It comes after those of the agent.
pub(crate) struct RunHook(pub(crate) Arc<RunScope>);

impl RunHook {
    fn tell(&self, ctx: &HookContext) -> Arc<RunScope> {
        running_with(ctx, &self.0)
    }

    fn may_wait(&self) -> bool {
        self.0.options.suspension.is_some()
    }
}

impl AgentHook for RunHook {
    fn name(&self) -> Option<String> {
        Some("rulebook run".to_owned())
    }

    fn observes(&self, kind: StepEventKind) -> bool {
        let always = matches!(
            kind,
            StepEventKind::RunStart
                | StepEventKind::CompletionCall
                | StepEventKind::ModelTurnFinished
                | StepEventKind::ToolDispatch
                | StepEventKind::InvalidToolCall
        );
        let written =
            matches!(kind, StepEventKind::CompletionDispatch | StepEventKind::MemoryDispatch);
        always || written && self.may_wait()
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
        // An answer counts for the turn that it was asked in.
        self.tell(ctx).answered.clear();
        if self.may_wait() {
            Journal::of(ctx).called(event.history, event.prompt);
        }
        CompletionCallAction::Continue
    }

    fn on_model_select(
        &self,
        ctx: &HookContext,
        event: ModelSelection<'_>,
    ) -> ModelSelectionAction {
        if self.may_wait() {
            Journal::of(ctx).selected(event.selected_model);
        }
        ModelSelectionAction::Continue
    }

    /// A run that is resumed may begin with a call, of which the agent's hook is told before
    /// this one. The conversation that a memory of rig has the run in is loaded before
    /// anything else.
    async fn on_dispatch(&self, ctx: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        match event.kind {
            EffectKind::ToolCall { .. } => {
                plan::belongs_to(ctx, event.id, &self.tell(ctx));
            }
            EffectKind::Memory { op: MemoryOp::Load { conversation } } => {
                Journal::of(ctx).remembered(conversation);
            }
            _ => {}
        }
        DispatchAction::Proceed
    }

    async fn on_model_turn_finished(
        &self,
        ctx: &HookContext,
        event: ModelTurnFinished<'_>,
    ) -> ModelTurnAction {
        match ToolkitHook::left(ctx) {
            Some(hook) => hook.finished(ctx, &self.tell(ctx), event).await,
            None => ModelTurnAction::Continue,
        }
    }

    async fn on_invalid_tool_call(
        &self,
        ctx: &HookContext,
        event: &InvalidToolCallContext,
    ) -> Option<InvalidToolCallAction> {
        self.tell(ctx);
        unknown::told(&ToolkitHook::left(ctx)?, ctx, event)
    }

    async fn on_outcome(&self, ctx: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        if let (EffectKind::Completion { request, .. }, Some(response)) =
            (event.kind, event.completion())
        {
            Journal::of(ctx).answered(response, request);
        }
        OutcomeAction::Proceed
    }
}
