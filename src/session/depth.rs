//! How deep state may be nested.

use serde_json::Value;

use crate::dismantle::dismantle;

/// Arrays and objects within each other, how deep, in one piece of state. Common
/// readers of JSON stop at 128, and a session may stand in the state of a host.
pub(crate) const MOST_DEPTH: usize = 100;

/// How many levels a session puts around a piece of state.
pub(super) const AROUND: usize = 3;

/// The value, when it is nested at most so deep.
pub(super) fn held_to(most: usize, value: Value) -> Option<Value> {
    if is_deeper(&value, most) {
        dismantle(value);
        return None;
    }
    Some(value)
}

/// Looked at level by level, without recursion.
fn is_deeper(value: &Value, most: usize) -> bool {
    let mut level = vec![value];
    for _ in 0..=most {
        let inner = |value: &&Value| matches!(value, Value::Array(_) | Value::Object(_));
        level.retain(inner);
        if level.is_empty() {
            return false;
        }
        level = level
            .into_iter()
            .flat_map(|value| -> Box<dyn Iterator<Item = &Value>> {
                match value {
                    Value::Array(items) => Box::new(items.iter()),
                    Value::Object(members) => Box::new(members.values()),
                    _ => Box::new(std::iter::empty()),
                }
            })
            .collect();
    }
    true
}
