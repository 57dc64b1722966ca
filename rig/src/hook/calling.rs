//! A call of a tool before it is dispatched.

use std::sync::Arc;

use rig_agent::agent::{DispatchAction, DispatchEvent, HookContext};
use serde_json::Value;

use crate::plan::Plan;
use crate::scope::{RunScope, Running, running};
use crate::shared::Shared;

/// How many calls of the toolkit's tools this turn has made.
#[derive(Clone, Default)]
struct Made {
    turn: usize,
    calls: usize,
}

/// Lets a call go to its tool with what was decided about it, unless there were too many
/// before it in the same turn.
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
    let most = shared.limits.calls_a_round;
    let nth = ctx.scratchpad().update(|made: &mut Made| {
        let calls = if made.turn == event.turn { made.calls } else { 0 };
        *made = Made { turn: event.turn, calls: calls.saturating_add(1) };
        made.calls
    });
    if nth > most {
        return DispatchAction::skip(format!(
            "this call has not run: no more than {most} calls are run at a time; make it again \
             if it is still needed"
        ));
    }
    let scope = running(ctx);
    let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
    let call_id = event.call_id.map(ToString::to_string);
    let answered = call_id.as_deref().and_then(|id| scope.answered.take(id, name, &arguments));
    let plan = Plan { scope: Arc::clone(&scope), call_id, answered, arguments };
    shared.plans.keep(ctx, event.id, (name, event.context), plan);
    DispatchAction::Proceed
}
