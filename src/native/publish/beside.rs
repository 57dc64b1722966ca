//! References with anything beside them, as what a parameter is for: some providers leave
//! that out, and others refuse the whole request.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::subschemas::{each, references};
use crate::native::check::{joined, target};

/// What says nothing about values.
const ABOUT: [&str; 5] = ["description", "default", "examples", "deprecated", "title"];

/// Schemas that refer to others again and again would grow without measure.
const MOST: usize = 64;

/// Puts what such a reference means in its place, with what is said beside it. What leads
/// back to itself stays a reference.
pub(super) fn merge(schema: &mut Value) {
    let whole = schema.clone();
    let mut left = MOST;
    within(schema, &whole, &mut left);
}

fn within(schema: &mut Value, whole: &Value, left: &mut usize) {
    let Some(members) = schema.as_object_mut() else { return };
    while *left > 0 && is_beside(members) {
        let Some(meant) = meant(members, whole) else { break };
        *left -= 1;
        members.shift_remove("$ref");
        *members = joined(members, &meant);
    }
    each(members, |_, inner| within(inner, whole, left));
}

/// Whether a schema is a reference and what is said about it.
fn is_beside(members: &Map<String, Value>) -> bool {
    let others = || members.keys().filter(|keyword| *keyword != "$ref");
    members.contains_key("$ref")
        && others().next().is_some()
        && others().all(|keyword| ABOUT.contains(&keyword.as_str()))
}

/// What the reference of a schema means, unless it leads back to itself.
fn meant(members: &Map<String, Value>, whole: &Value) -> Option<Map<String, Value>> {
    let reference = members.get("$ref")?.as_str()?;
    let meant = target(whole, reference)?;
    let mut seen = BTreeSet::new();
    let mut open = references(meant);
    while let Some(next) = open.pop() {
        if next == reference {
            return None;
        }
        if seen.insert(next.clone())
            && let Some(further) = target(whole, &next)
        {
            open.extend(references(further));
        }
    }
    meant.as_object().cloned()
}
