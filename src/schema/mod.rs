//! Types to JSON Schema (2020-12), closed at every level of objects.
//!
//! A schema says what the converter takes and gives, and no more: it is what a
//! model reads to form its call. Members keep the order of the signature.

use serde_json::{Map, Value, json};

use crate::ty::{Field, Ty};

#[cfg(test)]
pub(crate) mod tests;

/// The text of a decimal: digits without exponent, without a needless zero in
/// front, and without a minus before zero.
const DECIMAL: &str = r"^(-?[1-9][0-9]*(\.[0-9]+)?|-?0\.[0-9]*[1-9][0-9]*|0(\.0+)?)$";

/// The schema of a call's arguments, from name, type and description of each
/// parameter.
pub(crate) fn input<'a>(params: impl Iterator<Item = (&'a str, &'a Ty, Option<&'a str>)>) -> Value {
    let mut properties = Map::new();
    for (name, ty, description) in params {
        properties.insert(name.to_owned(), described(Side::Input.schema(ty), description));
    }
    let required = properties.keys().map(|name| name.as_str().into()).collect();
    object(properties, required)
}

/// The schema of the value of a setting.
pub(crate) fn setting(ty: &Ty) -> Value {
    Side::Input.schema(ty)
}

/// The schema of a result.
pub(crate) fn output(ty: &Ty) -> Value {
    Side::Output.schema(ty)
}

#[derive(Clone, Copy)]
enum Side {
    /// Null stands for an optional field that is absent.
    Input,
    /// An optional field that is absent is left out.
    Output,
}

impl Side {
    fn schema(self, ty: &Ty) -> Value {
        match ty {
            Ty::Unit => json!({ "type": "null" }),
            Ty::Bool => json!({ "type": "boolean" }),
            Ty::Int => json!({ "type": "integer" }),
            Ty::Float => json!({ "type": "number" }),
            Ty::Decimal => json!({ "type": ["number", "string"], "pattern": DECIMAL }),
            Ty::String => json!({ "type": "string" }),
            Ty::Choice(members) => {
                let members = members.iter().map(|member| (**member).into()).collect();
                made_of([("type", "string".into()), ("enum", Value::Array(members))])
            }
            // Some providers refuse a whole request for an array that does not say of what.
            Ty::Array(None) => json!({ "type": "array", "items": {} }),
            Ty::Array(Some(item)) => {
                made_of([("type", "array".into()), ("items", self.schema(item))])
            }
            // Sessions and settings are no arguments, and have no place in a schema. That it
            // is open is said: where nothing is, some close it, and nothing can be in it.
            Ty::Map(None) | Ty::Session | Ty::Settings(_) => {
                json!({ "type": "object", "additionalProperties": true })
            }
            Ty::Map(Some(of)) => {
                made_of([("type", "object".into()), ("additionalProperties", self.schema(of))])
            }
            Ty::Record(fields) => self.record(fields),
            Ty::Nullable(inner) => nullable(self.schema(inner)),
        }
    }

    fn record(self, fields: &[Field]) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for Field { name, optional, ty } in fields {
            let schema = self.schema(ty);
            let schema = match self {
                Self::Input if *optional => nullable(schema),
                _ => schema,
            };
            properties.insert((**name).to_owned(), schema);
            if !optional {
                required.push((**name).into());
            }
        }
        object(properties, required)
    }
}

fn object(properties: Map<String, Value>, required: Vec<Value>) -> Value {
    made_of([
        ("type", "object".into()),
        ("properties", Value::Object(properties)),
        ("required", Value::Array(required)),
        ("additionalProperties", false.into()),
    ])
}

/// An object with these members. The macro of `serde_json` would make a copy of
/// each value that is not a literal, and schemas nest.
fn made_of<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The same schema, with null.
fn nullable(schema: Value) -> Value {
    match schema.as_object().map(|members| (members.len(), members.get("type"))) {
        Some((1, Some(Value::String(name)))) if name != "null" => json!({ "type": [name, "null"] }),
        _ if takes_null(&schema) => schema,
        _ => made_of([("anyOf", Value::Array(vec![schema, json!({ "type": "null" })]))]),
    }
}

fn takes_null(schema: &Value) -> bool {
    match (schema.get("type"), schema.get("anyOf")) {
        (Some(Value::String(name)), _) => name == "null",
        (Some(Value::Array(names)), _) => names.iter().any(|name| name == "null"),
        (_, Some(Value::Array(any))) => any.iter().any(takes_null),
        _ => false,
    }
}

/// The same schema, with the description first, where a reader looks for it.
fn described(schema: Value, description: Option<&str>) -> Value {
    let Some(description) = description else { return schema };
    let mut members = Map::new();
    members.insert("description".to_owned(), description.into());
    if let Value::Object(rest) = schema {
        members.extend(rest);
    }
    Value::Object(members)
}
