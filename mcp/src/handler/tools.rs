//! Tools as MCP lists them.

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rulebook::{ToolKind, ToolSpec};
use serde_json::{Value, json};

use super::outcome::is_wrapped;

/// A tool as it is listed: with the schema of a bare result, or of one that is always
/// an object.
pub(super) fn listed(spec: &ToolSpec, bare: bool) -> Tool {
    let input = object(spec.input_schema.clone());
    let mut tool = Tool::new(spec.name.clone(), spec.description.clone(), input);
    if let Some(schema) = &spec.output_schema {
        let schema = if bare || !is_wrapped(schema) { schema.clone() } else { wrapped(schema) };
        tool = tool.with_raw_output_schema(object(schema).into());
    }
    match annotations(spec.kind) {
        Some(annotations) => tool.with_annotations(annotations),
        None => tool,
    }
}

/// What a kind says of a tool; nothing is claimed without one.
fn annotations(kind: Option<ToolKind>) -> Option<ToolAnnotations> {
    let hints = ToolAnnotations::new();
    match kind? {
        ToolKind::Read => Some(hints.read_only(true)),
        ToolKind::State => Some(hints.read_only(false).destructive(false)),
        _ => Some(hints.read_only(false)),
    }
}

fn wrapped(schema: &Value) -> Value {
    json!({
        "type": "object",
        "properties": { "result": schema },
        "required": ["result"],
        "additionalProperties": false,
    })
}

fn object(schema: Value) -> JsonObject {
    match schema {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    }
}
