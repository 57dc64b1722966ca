//! Tools in Rust, and rules, for tests.

use std::future::Future;

use rulebook::{
    Collection, FnTool, Tool, ToolCall, ToolError, ToolOutput, ToolSet, ToolSpec, Toolkit,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A toolkit of tools in Rust.
pub(crate) fn toolkit<const N: usize>(tools: [Box<dyn Tool>; N]) -> Toolkit {
    let desk = Collection::builder("desk");
    let desk = tools.into_iter().fold(desk, |desk, tool| desk.tool(Shared(tool.into())));
    Toolkit::builder().collection(desk.build().unwrap()).build().unwrap()
}

struct Shared(std::sync::Arc<dyn Tool>);

impl Tool for Shared {
    fn spec(&self) -> std::sync::Arc<ToolSpec> {
        self.0.spec()
    }

    fn call(&self, call: ToolCall) -> rulebook::ToolFuture<'_> {
        self.0.call(call)
    }
}

/// A tool that takes anything.
pub(crate) fn tool<F, R>(name: &str, run: F) -> Box<dyn Tool>
where
    F: Fn(ToolCall) -> R + Send + Sync + 'static,
    R: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    let mut spec = ToolSpec::new(name, format!("Runs {name}."));
    spec.input_schema = json!({ "type": "object" });
    Box::new(FnTool::new(spec, run))
}

/// A tool that always gives the same, which a schema describes.
pub(crate) fn giving(name: &str, schema: Option<Value>, output: ToolOutput) -> Box<dyn Tool> {
    let mut spec = ToolSpec::new(name, format!("Gives {name}."));
    spec.output_schema = schema;
    Box::new(FnTool::new(spec, move |_| {
        let output = output.clone();
        async { Ok(output) }
    }))
}

/// A tool that gives what it was given.
pub(crate) fn echo() -> Box<dyn Tool> {
    tool("echo", |call| async { Ok(ToolOutput::json(Value::Object(call.arguments))) })
}

/// A toolkit of a script whose functions are exported by name, and the folder that it
/// stands in.
pub(crate) async fn script(text: &str, functions: &[&str]) -> (Toolkit, TempDir) {
    let exports = functions.iter().map(|name| json!({ "name": name, "description": name }));
    let folder = tempfile::tempdir().unwrap();
    let manifest = json!({
        "schemaVersion": 1, "script": "rules.rhai", "exports": exports.collect::<Vec<_>>(),
    });
    std::fs::write(folder.path().join("rules.rhai"), text).unwrap();
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
    let rules = ToolSet::load(folder.path().join("rules.json")).await.unwrap();
    (Toolkit::builder().collection(rules).build().unwrap(), folder)
}
