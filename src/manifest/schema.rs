//! The published JSON Schema of a manifest.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value};

use super::raw::RawManifest;

/// What a reader looks for first.
const FIRST: [&str; 4] = ["$schema", "title", "description", "type"];

/// The JSON Schema (2020-12) of a manifest, as published in
/// `manifests/rulebook.schema.json`.
///
/// ```
/// let schema = rulebook::manifest_schema();
/// assert_eq!(schema["additionalProperties"], false);
/// ```
#[must_use]
pub fn manifest_schema() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .with_transform(RecursiveTransform(unwrap_lines))
        .into_generator()
        .into_root_schema_for::<RawManifest>();
    let mut ordered = Map::new();
    for key in FIRST {
        ordered.extend(schema.remove(key).map(|value| (key.to_owned(), value)));
    }
    if let Value::Object(others) = schema.into() {
        ordered.extend(others);
    }
    Value::Object(ordered)
}

/// A doc comment's line breaks are of no meaning to an editor.
fn unwrap_lines(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace('\n', " ");
    }
}
