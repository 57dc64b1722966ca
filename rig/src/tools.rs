//! The tools of a toolkit as tools of rig.

use std::sync::Arc;

use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolContext, ToolExecutionError, ToolOutput as ForModel};
use rulebook::{
    Approval, ApprovalRequest, CallOutcome, ErrorCode, ToolError, ToolOutput, ToolSpec, Toolkit,
};
use serde_json::Value;

use crate::approver::answers;
use crate::output;
use crate::plan::Plan;
use crate::scope::RunScope;
use crate::shared::Shared;

/// How often a call is asked about again whose request has become void meanwhile.
const ASKED_AGAIN: usize = 3;

/// The tools of a toolkit as they are now, for an agent that is set up by hand.
///
/// Most agents are set up by [`toolkit`](crate::ToolkitAgent::toolkit), which brings the
/// live context, approvals and later changes of the list as well. Tools by themselves run in
/// the session of the run where it has [options](crate::ToolkitRun::run_options), and in one
/// of their own for each call where it has none; a call that needs approval runs when an
/// approver of the options, or the policy, says so.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::{ToolSet, Toolkit};
///
/// let rules = ToolSet::options().root("..").load("../manifests/returns.json").await?;
/// let toolkit = Toolkit::builder().collection(rules).build()?;
/// let tools = rulebook_rig::dynamic_tools(&toolkit);
/// assert_eq!(tools[0].name().as_str(), "evaluate_return_eligibility");
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[must_use]
pub fn dynamic_tools(toolkit: &Toolkit) -> Vec<DynamicTool> {
    let shared = Arc::new(Shared::of(toolkit));
    toolkit.specs().iter().filter_map(|spec| dynamic_tool(&shared, spec)).collect()
}

/// A tool of rig that calls the toolkit. One without a name is none.
pub(crate) fn dynamic_tool(shared: &Arc<Shared>, spec: &Arc<ToolSpec>) -> Option<DynamicTool> {
    let name = ToolName::new(spec.name.clone()).ok()?;
    let (shared, tool) = (Arc::clone(shared), spec.name.clone());
    Some(DynamicTool::new_with_context(
        name,
        spec.description.clone(),
        spec.input_schema.clone(),
        move |context: &mut ToolContext, arguments: Value| {
            let (shared, tool) = (Arc::clone(&shared), tool.clone());
            // A call is deep: a debug build would overflow the stack of a worker.
            Box::pin(async move { Box::pin(called(&shared, &tool, arguments, context)).await })
        },
    ))
}

/// A call of a tool, as rig makes it.
async fn called(
    shared: &Shared,
    tool: &str,
    arguments: Value,
    context: &mut ToolContext,
) -> Result<ForModel, ToolExecutionError> {
    let plan = plan(shared, context, tool, &arguments);
    as_planned(shared, tool, arguments, context, plan).await
}

/// A call of which it is known what was decided about it.
pub(crate) async fn as_planned(
    shared: &Shared,
    tool: &str,
    arguments: Value,
    context: &mut ToolContext,
    plan: Plan,
) -> Result<ForModel, ToolExecutionError> {
    let session = plan.scope.options.session.id().to_owned();
    let call_id = plan.call_id.clone();
    let result = run(shared, tool, arguments.clone(), plan).await;
    shared.observe(tool, &session, call_id.as_deref(), &arguments, result.as_ref());
    let most = shared.limits.result_chars;
    let output = result.map_err(|error| output::error_for_model(error, most))?;
    let shown = output::shown(output, most);
    if let Some(whole) = shown.whole
        && let Err(error) = context.insert_result(whole)
    {
        tracing::warn!(%tool, "the whole result is not kept: {error}");
    }
    Ok(shown.output)
}

/// What was decided about this call before it came here. One of which nothing is known
/// comes from an agent that was set up by hand.
fn plan(shared: &Shared, context: &ToolContext, tool: &str, arguments: &Value) -> Plan {
    shared.plans.take(context, tool, arguments).unwrap_or_else(|| {
        let scope = context.scope::<RunScope>().unwrap_or_default();
        Plan { scope, call_id: None, arguments: Value::Null }
    })
}

async fn run(
    shared: &Shared,
    tool: &str,
    arguments: Value,
    plan: Plan,
) -> Result<ToolOutput, ToolError> {
    let Plan { scope, call_id, arguments: dispatched } = plan;
    let id = call_id.as_deref();
    if let Some(lost) = id.and_then(|id| scope.inexact.take(id, tool, &dispatched)) {
        return Err(lost);
    }
    let options = || scope.options.for_call(id);
    // Another hook may have changed the arguments since someone was asked about them.
    let answered = id.and_then(|id| scope.answered.take(id, tool, &dispatched));
    let answered = answered.filter(|_| dispatched == arguments);
    let mut outcome = match answered {
        Some(answered) => shared.toolkit.run_answered(answered, options()).await?,
        None => shared.toolkit.call(tool, arguments, options()).await?,
    };
    let approver = scope.options.approver.as_ref().or(shared.approver.as_ref());
    for _ in 0..ASKED_AGAIN {
        let (CallOutcome::NeedsApproval(request), Some(approver)) = (&outcome, approver) else {
            break;
        };
        if scope.options.suspension.is_some() {
            break;
        }
        let request = ApprovalRequest::clone(request);
        let answer = answers(&**approver, vec![request.clone()]).await.pop();
        let answer = answer.unwrap_or(Approval::Denied { reason: None });
        outcome = shared.toolkit.answer(request, answer, options()).await?;
    }
    let asks_nobody = approver.is_none() && scope.options.suspension.is_none();
    match &outcome {
        CallOutcome::NeedsApproval(_) if asks_nobody => Err(nobody_to_ask(tool)),
        _ => outcome.done(),
    }
}

/// A model that is only told what is missing makes the call again.
fn nobody_to_ask(tool: &str) -> ToolError {
    let text = format!(
        "the call of `{tool}` has not run: someone has to approve it first, and nobody can be \
         asked here; go on without it"
    );
    ToolError::new(ErrorCode::NeedsApproval, text)
}
