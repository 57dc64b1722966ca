//! The schema of results: as a tool has it, and as an object that holds the result.

use rmcp::model::JsonObject;
use rulebook::ToolSpec;
use serde_json::{Map, Value, json};

use super::refs::moved;

/// The member that holds a result where it has to be an object.
pub(crate) const RESULT: &str = "result";

/// What a tool says of its results.
#[derive(Clone, Copy)]
pub(crate) enum ResultSchema<'a> {
    /// Nothing, or nothing that is a schema.
    Unknown,
    /// A schema that takes anything or nothing.
    Always(bool),
    Known(&'a JsonObject),
}

impl<'a> ResultSchema<'a> {
    pub(crate) fn of(spec: &'a ToolSpec) -> Self {
        match &spec.output_schema {
            Some(Value::Object(schema)) => Self::Known(schema),
            Some(Value::Bool(takes)) => Self::Always(*takes),
            _ => Self::Unknown,
        }
    }

    /// Whether there is one.
    pub(crate) fn is_known(self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether it says of which type results are.
    #[cfg(feature = "client")]
    pub(crate) fn names_a_type(self) -> bool {
        matches!(self, Self::Known(schema) if schema.contains_key("type"))
    }

    /// Whether a result is sent within an object to peers that take no other. It is so
    /// for all results of a tool that has a schema, as its listing says.
    pub(crate) fn wraps(self, value: &Value) -> bool {
        match self {
            Self::Unknown => !value.is_object(),
            Self::Always(_) => true,
            Self::Known(schema) => schema.get("type") != Some(&Value::from("object")),
        }
    }

    /// Whether a result is of a type that the schema names. Scripts' results always are.
    pub(crate) fn takes(self, value: &Value) -> Result<(), String> {
        let Self::Known(schema) = self else { return Ok(()) };
        let types = match schema.get("type") {
            Some(Value::String(one)) => std::slice::from_ref(one).to_vec(),
            Some(Value::Array(types)) => {
                types.iter().filter_map(Value::as_str).map(str::to_owned).collect()
            }
            _ => return Ok(()),
        };
        if types.iter().any(|name| is_a(value, name)) {
            return Ok(());
        }
        let (found, wanted) = (kind(value), types.join("` or `"));
        Err(format!("the tool gave `{found}`, and its output schema says `{wanted}`"))
    }

    /// The schema as it is listed: of the bare result, or of an object that holds it.
    pub(crate) fn listed(self, bare: bool) -> Option<JsonObject> {
        let schema = match self {
            Self::Unknown => return None,
            Self::Always(true) => Map::new(),
            Self::Always(false) => Map::from_iter([("not".to_owned(), json!({}))]),
            Self::Known(schema) => schema.clone(),
        };
        Some(if bare || !self.wraps(&Value::Null) { schema } else { wrapped(schema) })
    }
}

fn wrapped(mut schema: JsonObject) -> JsonObject {
    let mut members = Map::new();
    // It tells how a whole document is to be read.
    if let Some(dialect) = schema.shift_remove("$schema") {
        members.insert("$schema".to_owned(), dialect);
    }
    let schema = moved(schema, &format!("/properties/{RESULT}"));
    members.insert("type".to_owned(), "object".into());
    members.insert("properties".to_owned(), json!({ RESULT: schema }));
    members.insert("required".to_owned(), json!([RESULT]));
    members.insert("additionalProperties".to_owned(), false.into());
    members
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn is_a(value: &Value, name: &str) -> bool {
    match (value, name) {
        (Value::Number(number), "integer") => {
            !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        _ => kind(value) == name,
    }
}
