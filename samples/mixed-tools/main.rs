//! Script tools and a native closure in one `Vec`, called in the same way.
#![expect(clippy::print_stdout, reason = "the sample shows what it does")]

use std::error::Error;
use std::sync::Arc;

use rulebook::{ErrorCode, FnTool, Tool, ToolCall, ToolError, ToolKind, ToolOutput};
use rulebook::{ToolSet, ToolSpec};
use serde_json::{Value, json};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
    let mut tools = rules.tools();
    tools.push(find_order());
    for tool in &tools {
        println!("{}", tool.spec().name);
    }

    // What an agent would do for "I want to return order A-1234".
    let order = call(&tools, "find_order", json!({ "order": "A-1234" })).await?;
    println!("\nfind_order: {order}");
    let decision = json!({
        "days_since_delivery": order.get("days_since_delivery"),
        "reason": "changed_mind",
        "item_condition": "opened",
        "is_final_sale": order.get("is_final_sale"),
    });
    let decision = call(&tools, "evaluate_return_eligibility", decision).await?;
    println!("evaluate_return_eligibility: {decision}");
    Ok(())
}

/// A tool in Rust: it looks up what the scripts cannot know.
fn find_order() -> Arc<dyn Tool> {
    let mut spec = ToolSpec::new("find_order", "Finds an order by its number.");
    spec.kind = Some(ToolKind::Read);
    spec.input_schema = json!({
        "type": "object",
        "properties": { "order": { "type": "string" } },
        "required": ["order"],
        "additionalProperties": false
    });
    Arc::new(FnTool::new(spec, |call| async move {
        match call.arguments.get("order").and_then(Value::as_str) {
            Some("A-1234") => Ok(ToolOutput::json(json!({
                "days_since_delivery": 12,
                "is_final_sale": false,
            }))),
            _ => Err(ToolError::new(ErrorCode::InvalidArguments, "there is no such order")),
        }
    }))
}

/// Calls a tool by name, whatever it is made of.
async fn call(
    tools: &[Arc<dyn Tool>],
    name: &str,
    arguments: Value,
) -> Result<Value, Box<dyn Error>> {
    let tool = tools.iter().find(|tool| tool.spec().name == name).ok_or("no such tool")?;
    Ok(tool.call(ToolCall::from_json(arguments)?).await?.value)
}
