//! The published schema.

use serde_json::Value;

use super::super::raw::{EXPORT_FIELDS, MANIFEST_FIELDS};
use super::*;

const PUBLISHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/rulebook.schema.json");

/// `UPDATE=1 cargo test manifest` writes the file anew.
#[test]
#[expect(clippy::disallowed_methods, reason = "the published file is compared, and written anew")]
fn the_published_schema_is_the_types() {
    let generated = serde_json::to_string_pretty(&manifest_schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PUBLISHED, &generated).unwrap();
    }
    let published = std::fs::read_to_string(PUBLISHED).unwrap_or_default();
    assert!(
        published == generated,
        "manifests/rulebook.schema.json is not what the types say; UPDATE=1 writes it anew"
    );
}

#[test]
fn it_is_a_schema_and_names_nothing_outside_the_standard() {
    let schema = manifest_schema();
    assert!(jsonschema::meta::is_valid(&schema));
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let text = schema.to_string();
    for odd in ["\"format\"", "\"nullable\"", "\"default\"", "null"] {
        assert!(!text.contains(odd), "{odd}");
    }
}

/// The fields that reading knows are those of the types, each with a description.
#[test]
fn every_field_is_described() {
    let schema = manifest_schema();
    for (at, fields) in
        [("/properties", MANIFEST_FIELDS), ("/$defs/Export/properties", EXPORT_FIELDS)]
    {
        let properties = schema.pointer(at).and_then(Value::as_object).unwrap();
        assert_eq!(properties.keys().collect::<Vec<_>>(), fields);
        for (name, property) in properties {
            assert!(property["description"].is_string(), "{name}");
        }
    }
}
