//! JSON of any depth, dropped without recursion: to drop a very deep value as any
//! other would exhaust the stack, and a stack that overflows ends the process.

use serde_json::Value;

/// Drops JSON of any depth.
pub(crate) fn dismantle(value: Value) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items.into_iter().filter(has_more)),
            Value::Object(members) => {
                let values = members.into_iter().map(|(_, value)| value);
                waiting.extend(values.filter(has_more));
            }
            _ => {}
        }
    }
}

/// Whether there may be anything within a value.
fn has_more(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}
