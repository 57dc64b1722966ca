//! Results and errors as MCP sends them.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use rulebook::{ErrorCode, ToolError, ToolOutput, ToolSpec};
use serde_json::{Value, json};

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
    let says = content.is_empty() || schema.is_known() || !is_said(&value, &content);
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

/// Whether content says all that the JSON beside it does: there is none, or it is what
/// [`ToolOutput::blocks`] makes of the content.
fn is_said(value: &Value, content: &[rulebook::ContentBlock]) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => {
            let texts: Vec<_> = content.iter().filter_map(|block| block.as_text()).collect();
            *text == texts.join("\n")
        }
        _ => false,
    }
}

/// What a call failed with: the message for the model, and the code for programs.
pub(super) fn failed(error: &ToolError) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(&error.message)]);
    let mut meta = MetaObject::new();
    meta.0.insert(CODE.to_owned(), error.code.as_str().into());
    result.meta = Some(meta);
    result
}
