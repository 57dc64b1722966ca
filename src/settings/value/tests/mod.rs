//! Every kind of value: what is written is read back as it was, and fits its schema;
//! what is read is written in one way.

mod exact;
mod messages;
mod round_trips;

use std::fmt::Debug;

use serde_json::Value;

use super::SettingValue;

/// A value's JSON, held to its schema, and read back.
fn trip<T: SettingValue>(value: &T) -> T {
    let json = value.to_json();
    let schema = jsonschema::options().should_validate_formats(true).build(&T::schema()).unwrap();
    assert!(schema.is_valid(&json), "{json} is none of {}", T::schema());
    // As a file keeps it.
    let kept: Value = serde_json::from_str(&json.to_string()).unwrap();
    T::from_json(kept).unwrap_or_else(|fault| panic!("{json}: {fault}"))
}

fn same<T: SettingValue + PartialEq>(value: &T) {
    assert_eq!(trip(value), *value);
}

/// What is read of any JSON is nothing, or a value that is written in one way.
fn stable<T: SettingValue>(json: &Value) -> Option<T> {
    let value = T::from_json(json.clone()).ok()?;
    let written = value.to_json();
    let again = T::from_json(written.clone())
        .unwrap_or_else(|fault| panic!("{json} was {written}, then: {fault}"));
    assert_eq!(again.to_json(), written, "{json}");
    Some(value)
}

fn fault<T: SettingValue + Debug>(json: Value) -> String {
    T::from_json(json).unwrap_err().to_string()
}
