//! Tools whose runs can be counted, and short ways to call.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulebook::{
    CallOptions, CallOutcome, Collection, FnTool, Tool, ToolError, ToolOutput, ToolSpec, Toolkit,
};
use serde_json::{Value, json};

/// A tool that gives its arguments back.
pub(super) fn echo(name: &str) -> Arc<dyn Tool> {
    let mut spec = ToolSpec::new(name, format!("Runs {name}."));
    spec.input_schema = json!({ "type": "object" });
    Arc::new(FnTool::new(spec, |call| async {
        Ok(ToolOutput::json(Value::Object(call.arguments)))
    }))
}

/// A tool without parameters, and how often it has run.
pub(super) fn counted(name: &str) -> (Arc<dyn Tool>, Arc<AtomicUsize>) {
    let runs = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&runs);
    let spec = ToolSpec::new(name, format!("Runs {name}."));
    let tool = FnTool::new(spec, move |_| {
        let run = count.fetch_add(1, Ordering::SeqCst) + 1;
        async move { Ok(ToolOutput::json(run.into())) }
    });
    (Arc::new(tool), runs)
}

/// A collection with an echo of each name.
pub(super) fn echoes(collection: &str, names: &[&str]) -> Collection {
    Collection::builder(collection).tools(names.iter().map(|name| echo(name))).build().unwrap()
}

/// The result of a call that runs.
pub(super) async fn call(
    toolkit: &Toolkit,
    tool: &str,
    arguments: Value,
    options: impl Into<CallOptions>,
) -> Result<Value, ToolError> {
    Ok(toolkit.call(tool, arguments, options).await?.done()?.value)
}

/// The request of a call that has to be approved.
pub(super) async fn asked(
    toolkit: &Toolkit,
    tool: &str,
    arguments: Value,
    options: impl Into<CallOptions>,
) -> rulebook::ApprovalRequest {
    match toolkit.call(tool, arguments, options).await.unwrap() {
        CallOutcome::NeedsApproval(request) => *request,
        CallOutcome::Done(output) => panic!("it ran and gave {}", output.value),
    }
}
