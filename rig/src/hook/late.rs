//! Calls of tools that the toolkit has got since the agent was told of its list.

use rig_agent::agent::{OutcomeAction, OutcomeEvent};
use rig_core::effect::{EffectKind, Outcome};
use rig_core::tool::{ToolContext, ToolErrorKind, ToolResult};

use crate::plan::{Plan, given};
use crate::shared::Shared;
use crate::tools::as_planned;

/// Makes a call that rig has found no tool for. A run that is resumed begins with calls,
/// and rig looks their tools up before any hook can bring the list up to date.
pub(super) async fn made(shared: &Shared, event: OutcomeEvent<'_>, plan: Plan) -> OutcomeAction {
    let EffectKind::ToolCall { name, args } = event.kind else { return OutcomeAction::Proceed };
    let error = event.tool_result().and_then(ToolResult::error);
    if error.is_none_or(|error| error.kind() != ToolErrorKind::NotFound) {
        return OutcomeAction::Proceed;
    }
    let mut context = event.context.map(ToolContext::for_dispatch).unwrap_or_default();
    // A call is deep: a debug build would overflow the stack of a worker.
    let made = Box::pin(as_planned(shared, name, given(args), &mut context, plan)).await;
    let result = made.map_or_else(ToolResult::failed, ToolResult::success);
    OutcomeAction::replace(Ok(Outcome::ToolResult { result }))
}
