//! The calls of one turn that someone has to approve, asked together.

use std::sync::Arc;

use rig_agent::agent::{HookContext, ModelTurnAction};
use rig_core::message::{AssistantContent, ToolCall};
use rulebook::{Approval, ApprovalRequest};

use super::ToolkitHook;
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
    scope: &Arc<RunScope>,
    content: &[AssistantContent],
) -> ModelTurnAction {
    let asked = in_need(hook, scope, content);
    if asked.is_empty() {
        return ModelTurnAction::Continue;
    }
    if let Some(suspension) = &scope.options.suspension {
        return match Journal::of(ctx).suspended(scope, &hook.shared.limits, asked) {
            Ok(run) => {
                suspension.fill(run);
                ModelTurnAction::stop("the run waits for an approval")
            }
            Err(why) => ModelTurnAction::stop(format!("the run cannot wait: {why}")),
        };
    }
    let Some(approver) = scope.options.approver.as_ref().or(hook.shared.approver.as_ref()) else {
        // The model is told that the calls have not run.
        return ModelTurnAction::Continue;
    };
    let requests: Vec<_> = asked.iter().map(|asked| asked.request.clone()).collect();
    let answers = approver.approve(requests).await;
    let answers = counted(answers, asked.len());
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
    let ours = calls.filter(|call| hook.registry.has(call.function.name.as_str()));
    let whole = ours.filter(|call| call.function.invalid_arguments.is_none());
    let whole = whole.filter(|call| !scope.inexact.has(call));
    whole
        .take(hook.shared.limits.calls_a_round)
        .filter_map(|call| {
            let options = scope.options.for_call(Some(&call.id.to_string()));
            let (name, arguments) = (call.function.name.as_str(), call.function.arguments_value());
            // What fails now fails again when it is run, and the model is told.
            let request = hook.shared.toolkit.request(name, arguments, options).ok()??;
            Some(AskedCall { call: call.clone(), request })
        })
        .collect()
}

/// As many answers as requests; none that counts when there is another number of them.
fn counted(answers: Vec<Approval>, requests: usize) -> Vec<Approval> {
    if answers.len() == requests {
        return answers;
    }
    tracing::error!(
        "{} answers to {requests} requests for approval: none of the calls is run",
        answers.len()
    );
    vec![Approval::Denied { reason: None }; requests]
}

/// Keeps an answer until its call is dispatched.
fn take(
    shared: &Shared,
    scope: &RunScope,
    call: &ToolCall,
    request: ApprovalRequest,
    answer: Approval,
) {
    let call_id = call.id.to_string();
    match shared.toolkit.accept(request, answer, scope.options.for_call(Some(&call_id))) {
        Ok(answered) => {
            let arguments = call.function.arguments_value();
            scope.answered.add(AnsweredCall { call_id, arguments, answered });
        }
        // The call is asked about again when it is run.
        Err(error) => tracing::warn!("an answer does not count: {error}"),
    }
}
