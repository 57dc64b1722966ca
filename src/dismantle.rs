//! JSON of any depth, dropped without recursion: to drop a very deep value as any
//! other would exhaust the stack, and a stack that overflows ends the process.

use serde_json::Value;

/// Drops JSON of any depth.
pub(crate) fn dismantle(value: Value) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items),
            Value::Object(members) => waiting.extend(members.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}
