//! Calls that no tool can be given: the model is told why, and the run goes on.

use rig_agent::agent::{
    HookContext, InvalidToolCallAction, InvalidToolCallContext, InvalidToolCallReason,
};
use rulebook::{ErrorCode, ToolError, wording};
use serde_json::Value;

use super::ToolkitHook;
use crate::scope::running;

/// What the model is told of a call that no tool can be given.
pub(super) fn told(
    hook: &ToolkitHook,
    ctx: &HookContext,
    event: &InvalidToolCallContext,
) -> Option<InvalidToolCallAction> {
    match &event.reason {
        InvalidToolCallReason::UnknownTool => {
            let known = event.available_tools.iter().map(String::as_str);
            let reason = wording::unknown_tool(&event.tool_name, known);
            Some(InvalidToolCallAction::Skip { reason })
        }
        InvalidToolCallReason::MalformedArguments { error }
            if hook.registry.has(&event.tool_name) =>
        {
            let feedback = malformed(hook, ctx, event, error);
            Some(InvalidToolCallAction::Retry { feedback })
        }
        _ => None,
    }
}

/// What is wrong with arguments that are no object, which the host is told as well.
fn malformed(
    hook: &ToolkitHook,
    ctx: &HookContext,
    event: &InvalidToolCallContext,
    why: &str,
) -> String {
    let text = format!("the arguments cannot be read: {why}; call again with a JSON object");
    let error = ToolError::new(ErrorCode::InvalidArguments, text);
    let call_id = event.tool_call_id.as_ref().map(ToString::to_string);
    let arguments = Value::from(event.args.as_deref().unwrap_or_default());
    let (scope, call_id) = (running(ctx), call_id.as_deref());
    let session = scope.options.session.id();
    hook.shared.observe(&event.tool_name, session, call_id, &arguments, Err(&error));
    error.message
}
