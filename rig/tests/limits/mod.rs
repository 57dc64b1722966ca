//! How much a run may do, and how long a call may take.

mod calls;
mod results;
mod rounds;
mod time;

use std::sync::Arc;

use rulebook::{Collection, ContentBlock, FnTool, Tool, ToolError, ToolOutput, ToolSpec, Toolkit};
use serde_json::{Value, json};

/// A tool of one word, given by what makes its result.
fn tool(
    name: &str,
    gives: impl Fn() -> Result<ToolOutput, ToolError> + Send + Sync + 'static,
) -> Arc<dyn Tool> {
    Arc::new(FnTool::new(ToolSpec::new(name, "Gives what it has."), move |_| {
        let given = gives();
        async { given }
    }))
}

/// A toolkit with tools alone.
fn toolkit(tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Toolkit {
    let mut collection = Collection::builder("things");
    for tool in tools {
        collection = collection.tool(tool);
    }
    Toolkit::builder().collection(collection.build().unwrap()).build().unwrap()
}

fn text(text: impl Into<String>) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::json(Value::String(text.into())))
}

fn mixed(letters: usize) -> Result<ToolOutput, ToolError> {
    Ok(ToolOutput::json(json!({ "letters": letters })).with_content([
        ContentBlock::text("é".repeat(letters)),
        ContentBlock::image([0x89, b'P', b'N', b'G'], "image/png"),
        ContentBlock::text("the end"),
    ]))
}
