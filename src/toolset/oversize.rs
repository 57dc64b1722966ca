//! Arguments that are too large are refused before anything is made of them: to
//! convert them, or to send them elsewhere, is not under the deadline of the call.

use serde_json::{Map, Value};

use crate::dismantle::dismantle;
use crate::error::{ErrorCode, Problem, ToolError};
use crate::quote::quoted;
use crate::script::Limits;

/// Arguments of which each is as large as a value of a script may be.
pub(super) fn held_to_size(
    arguments: Map<String, Value>,
    limits: &Limits,
) -> Result<Map<String, Value>, ToolError> {
    let excess = arguments.iter().find_map(|(name, value)| Some((name, excess(value, limits)?)));
    let Some((name, message)) = excess else { return Ok(arguments) };
    let problem = Problem::new("", format!("the argument {} {message}", quoted(name)));
    dismantle(Value::Object(arguments));
    Err(ToolError::with_problems(ErrorCode::LimitExceeded, vec![problem]))
}

/// What of a value is too much.
pub(super) fn excess(value: &Value, limits: &Limits) -> Option<String> {
    let (mut items, mut entries, mut bytes) = (0_usize, 0_usize, 0_usize);
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        let is_container = |inner: &&Value| !matches!(inner, Value::Number(_) | Value::Bool(_));
        match value {
            Value::String(text) => bytes = bytes.saturating_add(text.len()),
            Value::Array(inner) => {
                items = items.saturating_add(inner.len());
                // Not before its length was looked at.
                if items <= limits.array_items {
                    waiting.extend(inner.iter().filter(is_container));
                }
            }
            Value::Object(inner) => {
                entries = entries.saturating_add(inner.len());
                if entries <= limits.map_items {
                    waiting.extend(inner.values().filter(is_container));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        if items > limits.array_items {
            return Some(format!("has more than {} items", limits.array_items));
        }
        if entries > limits.map_items {
            return Some(format!("has more than {} entries", limits.map_items));
        }
        if bytes > limits.string_bytes {
            return Some(format!("has more than {} bytes of text", limits.string_bytes));
        }
    }
    None
}
