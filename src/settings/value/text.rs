//! Strings.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;

/// What kinds of value are read from that are kept as strings: the string, or that it
/// is none.
pub(super) fn read(what: &str, value: Value) -> Result<String, SettingFault> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(SettingFault::expected(what, &other)),
    }
}

/// The value that a string is, or that it is none: `what` names it and shows one.
pub(super) fn parsed<T>(
    what: &str,
    value: Value,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, SettingFault> {
    let text = read(what, value)?;
    parse(&text).ok_or_else(|| SettingFault::expected(what, &Value::String(text)))
}

macro_rules! texts {
    ($($ty:ty),*) => {$(
        impl SettingValue for $ty {
            fn schema() -> Value {
                json!({ "type": "string" })
            }

            fn to_json(&self) -> Value {
                Value::String((**self).to_owned())
            }

            fn from_json(value: Value) -> Result<Self, SettingFault> {
                read("string", value).map(Into::into)
            }
        }
    )*};
}

texts!(String, Box<str>, Arc<str>, Cow<'static, str>);
