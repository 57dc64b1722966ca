//! The calls of one turn that someone has to approve, asked together.

use rig_agent::agent::{HookContext, ModelTurnAction};
use rig_core::message::{AssistantContent, ToolCall};
use rulebook::{Approval, ApprovalRequest};

use super::ToolkitHook;
use super::offered::answers_with_output;
use crate::approver::answers;
use crate::scope::{AnsweredCall, RunScope};
use crate::shared::Shared;
use crate::suspend::Journal;

/// A call that someone has to approve.
pub(crate) struct AskedCall {
    pub(crate) call: ToolCall,
    pub(crate) request: ApprovalRequest,
}

/// Asks about the calls of a turn, all together; stops the run instead where it has a
/// place to wait in.
pub(super) async fn asked(
    hook: &ToolkitHook,
    ctx: &HookContext,
    scope: &RunScope,
    content: &[AssistantContent],
) -> ModelTurnAction {
    let suspension = scope.options.suspension.as_ref();
    let approver = scope.options.approver.as_ref().or(hook.shared.approver.as_ref());
    // Without anyone to ask, the model is told when it makes the call.
    if suspension.is_none() && approver.is_none() || answers_with_output(ctx, content) {
        return ModelTurnAction::Continue;
    }
    let asked = in_need(hook, scope, content);
    if asked.is_empty() {
        return ModelTurnAction::Continue;
    }
    if let Some(suspension) = suspension {
        return match Journal::of(ctx).suspended(ctx, scope, &hook.shared.limits, asked) {
            Ok(run) => {
                suspension.fill(run);
                ModelTurnAction::stop("the run waits for an approval")
            }
            Err(why) => ModelTurnAction::stop(format!("the run cannot wait: {why}")),
        };
    }
    let Some(approver) = approver else { return ModelTurnAction::Continue };
    let requests: Vec<_> = asked.iter().map(|asked| asked.request.clone()).collect();
    let answers = answers(&**approver, requests).await;
    for (AskedCall { call, request }, answer) in asked.into_iter().zip(answers) {
        take(&hook.shared, scope, &call, request, answer);
    }
    ModelTurnAction::Continue
}

/// The calls of a turn that someone has to approve, of those that will be run.
fn in_need(hook: &ToolkitHook, scope: &RunScope, content: &[AssistantContent]) -> Vec<AskedCall> {
    let calls = content.iter().filter_map(|content| match content {
        AssistantContent::ToolCall(call) => Some(call),
        _ => None,
    });
    let whole = calls.filter(|call| call.function.invalid_arguments.is_none());
    whole
        .take(hook.shared.limits.calls_a_round)
        .filter(|call| hook.registry.has(call.function.name.as_str()))
        .filter(|call| !scope.inexact.has(call))
        .filter_map(|call| {
            let options = scope.options.for_call(Some(&call.id.to_string()));
            let (name, arguments) = (call.function.name.as_str(), call.function.arguments_value());
            // What fails now fails again when it is run, and the model is told.
            let request = hook.shared.toolkit.request(name, arguments, options).ok()??;
            Some(AskedCall { call: call.clone(), request })
        })
        .collect()
}

/// Keeps an answer until its call is dispatched.
fn take(
    shared: &Shared,
    scope: &RunScope,
    call: &ToolCall,
    request: ApprovalRequest,
    answer: Approval,
) {
    let for_call = scope.options.for_call(Some(&call.id.to_string()));
    match shared.toolkit.accept(request, answer, for_call) {
        Ok(answered) => scope.answered.add(AnsweredCall::new(call, answered)),
        // The call is asked about again when it is run.
        Err(error) => tracing::warn!("an answer does not count: {error}"),
    }
}
