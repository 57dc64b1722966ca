//! Results and errors as MCP sends them.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use rulebook::{ErrorCode, ToolError, ToolOutput, ToolSpec};
use serde_json::json;

use super::content;
use crate::code::CODE;
use crate::listing::{RESULT, ResultSchema};

/// What a tool gave: bare, or always as an object.
pub(super) fn given(output: ToolOutput, spec: Option<&ToolSpec>, bare: bool) -> CallToolResult {
    let ToolOutput { value, content, .. } = output;
    let schema = spec.map_or(ResultSchema::Unknown, ResultSchema::of);
    if let Err(message) = schema.takes(&value) {
        return failed(&ToolError::new(ErrorCode::InvalidResult, message));
    }
    let says = content.is_empty() || schema.is_known() || value.is_object() || value.is_array();
    let value = if bare || !schema.wraps(&value) { value } else { json!({ RESULT: value }) };
    let content = if content.is_empty() {
        vec![ContentBlock::text(value.to_string())]
    } else {
        content.into_iter().map(content::sent).collect()
    };
    let mut result = CallToolResult::success(content);
    result.structured_content = says.then_some(value);
    result
}

/// What a call failed with: the message for the model, and the code for programs.
pub(super) fn failed(error: &ToolError) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(&error.message)]);
    let mut meta = MetaObject::new();
    meta.0.insert(CODE.to_owned(), error.code.as_str().into());
    result.meta = Some(meta);
    result
}
