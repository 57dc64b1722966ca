//! Script values that are not containers, to JSON without a declared shape.

use rhai::{Dynamic, ImmutableString};
use serde_json::{Number, Value};

use super::decimal;

/// The JSON of a value that is not a container, where JSON has it.
pub(super) fn plain(value: &Dynamic) -> Option<Value> {
    if let Some(text) = value.read_lock::<ImmutableString>() {
        return Some(text.as_str().into());
    }
    if let Ok(int) = value.as_int() {
        return Some(int.into());
    }
    if let Ok(truth) = value.as_bool() {
        return Some(truth.into());
    }
    if let Ok(float) = value.as_float() {
        return from_float(float);
    }
    if let Ok(decimal) = value.as_decimal() {
        return Some(decimal::to_json(decimal));
    }
    value.is_unit().then_some(Value::Null)
}

/// The JSON number that a float is, if it is finite.
pub(super) fn from_float(float: f64) -> Option<Value> {
    Number::from_f64(float).map(Value::Number)
}
