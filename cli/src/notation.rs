//! A JSON Schema in the notation of a script's signature.

use serde_json::Value;

/// Deeper than any signature goes.
const DEEPEST: usize = 24;
const ANYTHING: &str = "any";

/// The type that a schema describes, as a rule author writes it.
pub(crate) fn type_of(schema: &Value) -> String {
    at_depth(schema, 0)
}

fn at_depth(schema: &Value, depth: usize) -> String {
    if depth > DEEPEST {
        return "...".to_owned();
    }
    if let Some(reference) = text(schema, "$ref") {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = list(schema, "enum") {
        return union(values.iter().map(Value::to_string));
    }
    for either in ["anyOf", "oneOf"] {
        if let Some(schemas) = list(schema, either) {
            return union(schemas.iter().map(|schema| at_depth(schema, depth + 1)));
        }
    }
    match schema.get("type") {
        Some(Value::String(name)) => named(name, schema, depth),
        Some(Value::Array(names)) => {
            union(names.iter().filter_map(Value::as_str).map(|name| named(name, schema, depth)))
        }
        _ => ANYTHING.to_owned(),
    }
}

fn named(name: &str, schema: &Value, depth: usize) -> String {
    match name {
        "boolean" => "bool".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "null" => "()".to_owned(),
        "array" => match schema.get("items").map(|items| at_depth(items, depth + 1)) {
            Some(item) if item != ANYTHING => format!("array<{item}>"),
            _ => "array".to_owned(),
        },
        "object" => object(schema, depth),
        name => name.to_owned(),
    }
}

fn object(schema: &Value, depth: usize) -> String {
    let fields = fields(schema);
    if !fields.is_empty() {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| format!("{}: {}", field.label(), field.type_at(depth + 1)))
            .collect();
        return format!("#{{ {} }}", fields.join(", "));
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(false)) => "#{}".to_owned(),
        Some(value) => match at_depth(value, depth + 1) {
            value if value == ANYTHING => "map".to_owned(),
            value => format!("map<{value}>"),
        },
        None => "map".to_owned(),
    }
}

/// One member of an object that a schema describes.
pub(crate) struct Field<'a> {
    name: &'a str,
    required: bool,
    schema: &'a Value,
}

impl Field<'_> {
    /// The name, with a mark when the member may be absent.
    pub(crate) fn label(&self) -> String {
        format!("{}{}", self.name, if self.required { "" } else { "?" })
    }

    /// Its type, as a rule author writes it. A member that may be absent may be
    /// null as well, and its mark says both.
    pub(crate) fn type_name(&self) -> String {
        self.type_at(0)
    }

    fn type_at(&self, depth: usize) -> String {
        let name = at_depth(self.schema, depth);
        match name.strip_suffix('?') {
            Some(value) if !self.required => value.to_owned(),
            _ => name,
        }
    }

    /// What it means.
    pub(crate) fn description(&self) -> Option<&str> {
        text(self.schema, "description")
    }
}

/// The members of an object, in the schema's order.
pub(crate) fn fields(schema: &Value) -> Vec<Field<'_>> {
    let required = list(schema, "required").unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(name, schema)| Field { name, required: required.iter().any(|n| n == name), schema })
        .collect()
}

/// `T?` for a type or null, `decimal` for a number or its text, else each of them.
fn union(types: impl Iterator<Item = String>) -> String {
    let (nulls, mut types): (Vec<String>, Vec<String>) =
        types.partition(|name| name == "()" || name == "null");
    if types.len() == 2 && ["float", "string"].iter().all(|part| types.iter().any(|t| t == part)) {
        types = vec!["decimal".to_owned()];
    }
    match (types.is_empty(), nulls.is_empty()) {
        (true, true) => ANYTHING.to_owned(),
        (true, false) => "()".to_owned(),
        (false, true) => types.join(" | "),
        (false, false) => format!("{}?", types.join(" | ")),
    }
}

fn text<'a>(schema: &'a Value, key: &str) -> Option<&'a str> {
    schema.get(key).and_then(Value::as_str)
}

fn list<'a>(schema: &'a Value, key: &str) -> Option<&'a [Value]> {
    schema.get(key).and_then(Value::as_array).map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_read_like_signatures() {
        let cases = [
            (json!({ "type": "integer" }), "int"),
            (json!({ "type": "number" }), "float"),
            (json!({ "type": ["number", "string"], "pattern": "x" }), "decimal"),
            (json!({ "anyOf": [{ "type": "number" }, { "type": "string" }] }), "decimal"),
            (json!({ "type": ["number", "string", "null"] }), "decimal?"),
            (json!({ "type": ["string", "null"] }), "string?"),
            (json!({ "anyOf": [{ "type": "boolean" }, { "type": "null" }] }), "bool?"),
            (json!({ "type": "string", "enum": ["damaged", "late"] }), r#""damaged" | "late""#),
            (json!({ "enum": ["a", null] }), r#""a"?"#),
            (json!({ "const": "a" }), r#""a""#),
            (json!({ "type": "null" }), "()"),
            (json!({ "type": "array" }), "array"),
            (json!({ "type": "array", "items": {} }), "array"),
            (json!({ "type": "array", "items": { "type": "integer" } }), "array<int>"),
            (json!({ "type": "object" }), "map"),
            (json!({ "type": "object", "additionalProperties": true }), "map"),
            (
                json!({ "type": "object", "additionalProperties": { "type": "string" } }),
                "map<string>",
            ),
            (json!({ "type": "object", "properties": {}, "additionalProperties": false }), "#{}"),
            (json!({ "$ref": "#/$defs/Line" }), "Line"),
            (json!({}), "any"),
            (json!(true), "any"),
            (json!({ "anyOf": [] }), "any"),
        ];
        for (schema, expected) in cases {
            assert_eq!(type_of(&schema), expected, "{schema}");
        }
        let record = json!({
            "type": "object",
            "properties": { "sku": { "type": "string" }, "note": { "type": "string" } },
            "required": ["sku"], "additionalProperties": false
        });
        assert_eq!(type_of(&record), "#{ sku: string, note?: string }");
    }

    #[test]
    fn a_schema_without_end_is_cut() {
        let deep = (0..200).fold(
            json!({ "type": "integer" }),
            |inner, _| json!({ "type": "array", "items": inner }),
        );
        assert!(type_of(&deep).contains("..."));
    }
}
