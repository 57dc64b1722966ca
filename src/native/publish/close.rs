//! Objects that are nothing but their fields: `serde` passes over a member that it
//! does not know, and what someone meant by it would be lost without a word.

use serde_json::{Map, Value};

use super::subschemas::{Place, each};
use crate::native::check::{joined, target};

/// References that lead on further are left as they are.
const FURTHEST: usize = 16;

/// Closes every object in a schema that names its members and does not say that
/// there are others. `unclosed` is the whole schema as it was.
pub(super) fn close(schema: &mut Value, unclosed: &Value) {
    within(schema, unclosed, false, 0);
}

/// `is_part`: what is around it says which members there are, so it must not.
fn within(schema: &mut Value, unclosed: &Value, is_part: bool, depth: usize) {
    let Some(members) = schema.as_object_mut() else { return };
    for _ in 0..FURTHEST {
        if !(is_part || members.contains_key("properties")) || !resolve(members, unclosed) {
            break;
        }
    }
    let parts = ["allOf", "anyOf", "oneOf"].iter().any(|keyword| members.contains_key(*keyword));
    let says = ["additionalProperties", "unevaluatedProperties"];
    let says_more = says.iter().any(|keyword| members.contains_key(*keyword));
    let is_object = members.contains_key("properties");
    if is_object && !is_part && !says_more {
        members.entry("required").or_insert_with(|| Value::Array(Vec::new()));
        let keyword = if parts { "unevaluatedProperties" } else { "additionalProperties" };
        members.insert(keyword.to_owned(), Value::Bool(false));
    }
    let parts_are_open = is_part || (is_object && parts);
    // Only parts that refer to themselves without end are nested so deep.
    if depth < FURTHEST {
        each(members, |place, inner| match place {
            Place::Same => {
                within(inner, unclosed, parts_are_open, depth + usize::from(parts_are_open))
            }
            Place::Part => within(inner, unclosed, false, 0),
        });
    }
}

/// Puts what is referred to in the place of the reference.
fn resolve(members: &mut Map<String, Value>, unclosed: &Value) -> bool {
    let Some(Value::String(reference)) = members.get("$ref") else { return false };
    let Some(meant) = target(unclosed, reference).and_then(Value::as_object) else { return false };
    let meant = meant.clone();
    members.shift_remove("$ref");
    *members = joined(members, &meant);
    members.shift_remove("$defs");
    true
}
