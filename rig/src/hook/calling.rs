//! A call of a tool before it is dispatched.

use std::sync::Arc;

use rig_agent::agent::{DispatchAction, DispatchEvent, HookContext};
use serde_json::Value;

use crate::plan::{KeptPlan, Plan};
use crate::scope::{RunScope, Running, running};
use crate::shared::Shared;

/// How many calls this turn has made.
#[derive(Clone, Default)]
struct Made {
    turn: usize,
    calls: usize,
}

/// What the model is told of a call when there were as many before it in the same turn as
/// may be. Tools of the host beside the toolkit's count too: a turn is one of the agent.
pub(super) fn beyond(shared: &Shared, ctx: &HookContext, turn: usize) -> Option<DispatchAction> {
    let most = shared.limits.calls_a_round;
    let nth = ctx.scratchpad().update(|made: &mut Made| {
        let before = if made.turn == turn { made.calls } else { 0 };
        *made = Made { turn, calls: before.saturating_add(1) };
        made.calls
    });
    (nth > most).then(|| {
        DispatchAction::skip(format!(
            "this call has not run: of the calls made at once only the first {most} are run; \
             make it again if it is still needed"
        ))
    })
}

/// Lets a call go to its tool with what was decided about it.
pub(super) fn planned(
    shared: &Shared,
    ctx: &HookContext,
    event: DispatchEvent<'_>,
    name: &str,
    arguments: &str,
) -> DispatchAction {
    // A run that is resumed begins here, before its hook has said anything.
    if !ctx.scratchpad().contains::<Running>()
        && let Some(scope) = event.context.and_then(|context| context.scope::<RunScope>())
    {
        ctx.scratchpad().insert(Running(scope));
    }
    let scope = running(ctx);
    let call_id = event.call_id.map(ToString::to_string);
    let answered = call_id.as_deref().and_then(|id| scope.answered.take(id, name, arguments));
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let refused = call_id.as_deref().and_then(|id| scope.inexact.take(id, name, &arguments));
    let plan = Plan { scope: Arc::clone(&scope), call_id, answered, arguments, refused };
    let kept = shared.plans.keep(event.id, plan);
    ctx.scratchpad().update(|plans: &mut Vec<KeptPlan>| plans.push(kept));
    DispatchAction::Proceed
}
