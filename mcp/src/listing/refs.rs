//! References within a JSON Schema that becomes a part of another.

use serde_json::{Map, Value};

/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: [&str; 16] = [
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords whose value holds schemas by name.
const NAMED: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

/// The references of a schema, which lead from the root of its document.
const REFERENCES: [&str; 2] = ["$ref", "$dynamicRef"];

/// How deep references are looked for.
const DEEPEST: usize = 128;

/// The same schema, for a place below another one: what leads from the root of the
/// document still leads to the same. A schema with an id is a document of its own.
pub(super) fn moved(mut schema: Map<String, Value>, place: &str) -> Map<String, Value> {
    lead(&mut schema, place, DEEPEST);
    schema
}

fn lead(schema: &mut Map<String, Value>, place: &str, deepest: usize) {
    let Some(deepest) = deepest.checked_sub(1) else { return };
    if schema.contains_key("$id") {
        return;
    }
    for (keyword, value) in schema {
        match value {
            Value::String(to) if REFERENCES.contains(&keyword.as_str()) => {
                if let Some(rest) = to.strip_prefix('#').filter(|to| leads_from_root(to)) {
                    *to = format!("#{place}{rest}");
                }
            }
            Value::Object(inner) if SCHEMAS.contains(&keyword.as_str()) => {
                lead(inner, place, deepest);
            }
            Value::Array(list) if SCHEMAS.contains(&keyword.as_str()) => {
                lead_each(list.iter_mut(), place, deepest);
            }
            Value::Object(named) if NAMED.contains(&keyword.as_str()) => {
                lead_each(named.values_mut(), place, deepest);
            }
            _ => {}
        }
    }
}

fn lead_each<'a>(schemas: impl Iterator<Item = &'a mut Value>, place: &str, deepest: usize) {
    for schema in schemas.filter_map(Value::as_object_mut) {
        lead(schema, place, deepest);
    }
}

/// Whether it is the root, or a path from there; an anchor is neither.
fn leads_from_root(to: &str) -> bool {
    to.is_empty() || to.starts_with('/')
}
