//! The schemas within a schema.

use serde_json::{Map, Value};

/// How a schema within another is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    /// For the very same value.
    Same,
    /// For a part of it, or for none.
    Part,
}

/// Each schema right within another.
pub(super) fn each(schema: &mut Map<String, Value>, mut look: impl FnMut(Place, &mut Value)) {
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(all)) => {
                all.iter_mut().for_each(|one| look(Place::Same, one));
            }
            ("prefixItems", Value::Array(all)) => {
                all.iter_mut().for_each(|one| look(Place::Part, one));
            }
            ("if" | "then" | "else" | "not", one) => look(Place::Same, one),
            (
                "items"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "contains"
                | "propertyNames"
                | "unevaluatedItems",
                one,
            ) => look(Place::Part, one),
            ("properties" | "patternProperties" | "$defs", Value::Object(all)) => {
                all.values_mut().for_each(|one| look(Place::Part, one));
            }
            _ => {}
        }
    }
}

/// Every reference in a schema and within.
pub(super) fn references(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(&mut schema.clone(), &mut found);
    found
}

fn collect(schema: &mut Value, found: &mut Vec<String>) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(Value::String(reference)) = members.get("$ref") {
        found.push(reference.clone());
    }
    each(members, |_, within| collect(within, found));
}
