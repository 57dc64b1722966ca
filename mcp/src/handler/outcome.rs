//! Results and errors as MCP sends them.

use rmcp::model::{CallToolResult, ContentBlock};
use rulebook::{ToolError, ToolOutput, ToolSpec};
use serde_json::{Value, json};

use super::content;

/// Whether results of a schema are sent within an object to peers that take no other.
pub(super) fn is_wrapped(schema: &Value) -> bool {
    schema.get("type") != Some(&Value::from("object"))
}

/// What a tool gave: bare, or always as an object.
pub(super) fn given(output: ToolOutput, spec: &ToolSpec, bare: bool) -> CallToolResult {
    let ToolOutput { value, content, .. } = output;
    let wraps = match &spec.output_schema {
        Some(schema) => is_wrapped(schema),
        None => !value.is_object(),
    };
    let value = if bare || !wraps { value } else { json!({ "result": value }) };
    let text = || vec![ContentBlock::text(value.to_string())];
    let content =
        if content.is_empty() { text() } else { content.into_iter().map(content::sent).collect() };
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(value);
    result
}

/// What a call failed with, for the model.
pub(super) fn failed(error: &ToolError) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(&error.message)])
}
