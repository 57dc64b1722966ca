//! Schemas of Rust types, made fit to be published: as those of scripts are.

mod beside;
mod close;
mod subschemas;
mod tidy;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use close::close;
use tidy::tidy;

/// A generator for what is read.
pub(super) fn of_arguments() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

/// A generator for what is written.
pub(super) fn of_results() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// The schema of a result.
pub(super) fn result<T: JsonSchema>() -> Value {
    whole(of_results().into_root_schema_for::<T>().to_value()).schema
}

/// The schema of the arguments, from that of each parameter and from what those
/// refer to.
pub(super) fn input(
    parameters: Vec<(String, Option<String>, Value)>,
    definitions: Map<String, Value>,
) -> Published {
    let mut properties = Map::new();
    for (name, description, schema) in parameters {
        properties.insert(name, described(schema, description));
    }
    let mut schema = json!({ "type": "object" });
    if let Some(members) = schema.as_object_mut() {
        members.insert("properties".to_owned(), Value::Object(properties));
        members.insert("$defs".to_owned(), Value::Object(definitions));
    }
    whole(schema)
}

/// A schema that is published.
pub(super) struct Published {
    pub(super) schema: Value,
    /// The same before its objects were closed: as its type reads.
    pub(super) unclosed: Value,
}

/// The schema of a whole value, with what it refers to in it.
pub(super) fn whole(mut schema: Value) -> Published {
    tidy(&mut schema);
    beside::merge(&mut schema);
    let unclosed = schema.clone();
    close(&mut schema, &unclosed);
    keep_what_is_meant(&mut schema);
    Published { schema, unclosed }
}

/// The same schema, with the description first, where a reader looks for it.
fn described(schema: Value, description: Option<String>) -> Value {
    let Some(description) = description else { return schema };
    let mut members = Map::new();
    members.insert("description".to_owned(), description.into());
    if let Value::Object(rest) = schema {
        let rest = rest.into_iter().filter(|(keyword, _)| keyword != "description");
        members.extend(rest);
    }
    Value::Object(members)
}

/// Leaves out what nothing refers to, and puts the rest at the end.
fn keep_what_is_meant(schema: &mut Value) {
    const PREFIX: &str = "#/$defs/";
    let Some(members) = schema.as_object_mut() else { return };
    let Some(Value::Object(mut definitions)) = members.shift_remove("$defs") else { return };
    let mut meant = BTreeSet::new();
    let mut open = subschemas::references(&Value::Object(members.clone()));
    while let Some(reference) = open.pop() {
        let name =
            reference.strip_prefix(PREFIX).map(|name| name.replace("~1", "/").replace("~0", "~"));
        let found = name.as_ref().and_then(|name| definitions.get(name));
        if let (Some(name), Some(found)) = (&name, found)
            && meant.insert(name.clone())
        {
            open.extend(subschemas::references(found));
        }
    }
    // An encoded name is not looked up: better one too many.
    let is_plain =
        |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    definitions.retain(|name, _| meant.contains(name) || !is_plain(name));
    if !definitions.is_empty() {
        members.insert("$defs".to_owned(), Value::Object(definitions));
    }
}
