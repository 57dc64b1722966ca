//! Numbers that a person has written down, as the JSON that keeps every digit.

use serde_json::{Number, Value};

use super::decimal;
use super::digits::is_text_of;

/// The float that a text is, exactly.
pub(crate) fn float(text: &str) -> Option<Value> {
    let float: f64 = text.parse().ok()?;
    Number::from_f64(float).filter(|_| is_text_of(text, float)).map(Value::Number)
}

/// The decimal that a text is, exactly.
pub(crate) fn decimal(text: &str) -> Option<Value> {
    decimal::from_text(text).ok().map(decimal::to_exact_json)
}
