//! JSON whose members come in the order of their names, and its hash.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// How deep a schema may be nested. Common readers of JSON stop at 128, and pins hold it
/// some levels down.
pub(in crate::remote) const DEEPEST: usize = 100;

/// JSON as text, the same whatever the order of its members.
pub(in crate::remote) fn text(value: &Value) -> Vec<u8> {
    serde_json::to_vec(&sorted(value)).unwrap_or_default()
}

/// SHA-256, in hexadecimal.
pub(in crate::remote) fn hash(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same JSON with the members of each object in the order of their names.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            members.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect()
        }
        plain => plain.clone(),
    }
}

/// Whether any of these is nested deeper than can be kept.
pub(in crate::remote) fn is_too_deep<'a>(values: impl IntoIterator<Item = &'a Value>) -> bool {
    let mut open: Vec<_> = values.into_iter().map(|value| (value, 1_usize)).collect();
    while let Some((value, depth)) = open.pop() {
        if depth > DEEPEST {
            return true;
        }
        let below = depth.saturating_add(1);
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, below))),
            Value::Object(members) => open.extend(members.values().map(|value| (value, below))),
            _ => {}
        }
    }
    false
}
