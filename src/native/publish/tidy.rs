//! What a schema of a Rust type says that no model needs, and what only its format
//! tells.

use serde_json::{Map, Value};

use super::subschemas::each;

/// Formats that JSON Schema knows.
const FORMATS: [&str; 17] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "uuid",
    "regex",
];

/// Takes names of Rust types out of a schema, and says in numbers what they meant.
pub(super) fn tidy(schema: &mut Value) {
    if schema == &Value::Bool(true) {
        // The same, and nobody stumbles over it.
        *schema = Value::Object(Map::new());
    }
    let Some(members) = schema.as_object_mut() else { return };
    members.shift_remove("$schema");
    members.shift_remove("title");
    if let Some(Value::String(format)) = members.get("format")
        && !FORMATS.contains(&format.as_str())
        && let Some(Value::String(format)) = members.shift_remove("format")
    {
        bound(members, &format);
    }
    let open = members.get("additionalProperties") == Some(&Value::Bool(true));
    each(members, |_, within| tidy(within));
    if open {
        members.insert("additionalProperties".to_owned(), Value::Bool(true));
    }
}

/// What a format of numbers says.
fn bound(schema: &mut Map<String, Value>, format: &str) {
    let (least, most): (Option<Value>, Option<Value>) = match format {
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "uint32" => (Some(0.into()), Some(u32::MAX.into())),
        "float" => (Some(f64::from(f32::MIN).into()), Some(f64::from(f32::MAX).into())),
        // Others say it themselves, or have all of 64 bits.
        _ => (None, None),
    };
    for (keyword, bound) in [("minimum", least), ("maximum", most)] {
        if let Some(bound) = bound
            && !schema.contains_key(keyword)
        {
            schema.insert(keyword.to_owned(), bound);
        }
    }
}
