//! A call of a tool before it is dispatched.

use rig_agent::agent::{DispatchAction, DispatchEvent, HookContext};

use crate::plan::{Plan, given};
use crate::scope::running;
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

/// Lets a call go to its tool, which finds what was decided about it.
pub(super) fn planned(
    shared: &Shared,
    ctx: &HookContext,
    event: DispatchEvent<'_>,
    name: &str,
    arguments: &str,
) -> DispatchAction {
    let plan = Plan {
        scope: running(ctx),
        call_id: event.call_id.map(ToString::to_string),
        arguments: given(arguments),
    };
    shared.plans.keep(ctx, event.id, (name, event.context), plan);
    DispatchAction::Proceed
}
