//! Calls of tools that there are not.

use rig_agent::agent::{InvalidToolCallAction, InvalidToolCallContext, InvalidToolCallReason};
use rulebook::wording::{nearest, quoted};

/// What the model is told of a call of a tool that there is not: the run goes on.
pub(super) fn told(event: &InvalidToolCallContext) -> Option<InvalidToolCallAction> {
    if !matches!(event.reason, InvalidToolCallReason::UnknownTool) {
        return None;
    }
    let name = quoted(&event.tool_name);
    let known = event.available_tools.iter().map(String::as_str);
    let reason = match nearest(&event.tool_name, known) {
        Some(near) => format!("there is no tool {name}; did you mean `{near}`?"),
        None => format!("there is no tool {name}"),
    };
    Some(InvalidToolCallAction::Skip { reason })
}
