//! What a toolkit does in the course of a run: the list of tools is brought up to date,
//! the live context goes with each call of the model, and calls are asked about.

mod approving;
mod calling;
mod context;
mod late;
mod offered;
mod run;
mod unknown;

pub(crate) use approving::AskedCall;
pub(crate) use offered::output_tool;
pub(crate) use run::RunHook;

use std::sync::Arc;

use rig_agent::agent::{
    AgentHook, CompletionCallAction, CompletionCallEvent, DispatchAction, DispatchEvent,
    HookContext, InvalidToolCallAction, InvalidToolCallContext, ModelTurnAction, ModelTurnFinished,
    OutcomeAction, OutcomeEvent, StepEventKind,
};
use rig_core::effect::EffectKind;

use crate::plan;
use crate::registry::Registry;
use crate::scope::{RunScope, is_known, running};
use crate::shared::Shared;

/// The hook of an agent that has a toolkit.
#[derive(Clone)]
pub(crate) struct ToolkitHook {
    pub(crate) shared: Arc<Shared>,
    pub(crate) registry: Arc<Registry>,
}

/// What the agent's hook leaves to that of the run, which comes after all of the agent's.
#[derive(Clone)]
struct Left(ToolkitHook);

impl ToolkitHook {
    fn leave(&self, ctx: &HookContext) {
        ctx.scratchpad().insert(Left(self.clone()));
    }

    fn left(ctx: &HookContext) -> Option<Self> {
        ctx.scratchpad().get::<Left>().map(|Left(hook)| hook)
    }

    /// A turn that other hooks had nothing against.
    async fn finished(
        &self,
        ctx: &HookContext,
        scope: &RunScope,
        event: ModelTurnFinished<'_>,
    ) -> ModelTurnAction {
        scope.inexact.look(event.content);
        // The future of an approver may be large.
        Box::pin(approving::asked(self, ctx, scope, event.content)).await
    }
}

impl AgentHook for ToolkitHook {
    fn name(&self) -> Option<String> {
        Some("rulebook toolkit".to_owned())
    }

    fn observes(&self, kind: StepEventKind) -> bool {
        matches!(
            kind,
            StepEventKind::CompletionCall
                | StepEventKind::CompletionDispatch
                | StepEventKind::ModelTurnFinished
                | StepEventKind::ToolDispatch
                | StepEventKind::InvalidToolCall
        )
    }

    async fn on_completion_call(
        &self,
        ctx: &HookContext,
        _: CompletionCallEvent<'_>,
    ) -> CompletionCallAction {
        self.registry.refresh(&self.shared);
        // An answer counts for the turn that it was asked in.
        running(ctx).answered.clear();
        CompletionCallAction::Continue
    }

    async fn on_dispatch(&self, ctx: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        match event.kind {
            EffectKind::Completion { request, stream } => {
                offered::note(ctx, request);
                context::with_context(&self.shared, ctx, request, *stream).await
            }
            EffectKind::ToolCall { name, args } => {
                // A run that is resumed begins with calls, before the list was looked at.
                if ctx.turn() == 0 {
                    self.registry.refresh(&self.shared);
                }
                match calling::beyond(&self.shared, ctx, event.turn) {
                    Some(skip) => skip,
                    None if self.registry.has(name) => {
                        calling::planned(&self.shared, ctx, event, name, args)
                    }
                    None => DispatchAction::Proceed,
                }
            }
            _ => DispatchAction::Proceed,
        }
    }

    async fn on_outcome(&self, ctx: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        match plan::forget(ctx, event.id) {
            Some(plan) => late::made(&self.shared, event, plan).await,
            None => OutcomeAction::Proceed,
        }
    }

    async fn on_model_turn_finished(
        &self,
        ctx: &HookContext,
        event: ModelTurnFinished<'_>,
    ) -> ModelTurnAction {
        let scope = running(ctx);
        // Another hook may stop the run: nobody is asked about such a turn, and none waits
        // in it unseen.
        if scope.hooked {
            self.leave(ctx);
            return ModelTurnAction::Continue;
        }
        self.finished(ctx, &scope, event).await
    }

    async fn on_invalid_tool_call(
        &self,
        ctx: &HookContext,
        event: &InvalidToolCallContext,
    ) -> Option<InvalidToolCallAction> {
        // A run that is resumed begins with calls, before its hook has told its scope.
        if ctx.turn() == 0 && !is_known(ctx) {
            self.leave(ctx);
            return None;
        }
        unknown::told(self, ctx, event)
    }
}
