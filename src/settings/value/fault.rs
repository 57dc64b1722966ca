//! Why a value is none that a setting takes.

use std::fmt;

use serde_json::Value;

use crate::error::kind_of;
use crate::quote::quoted;

/// Why a value is none that a setting takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingFault {
    path: String,
    message: String,
}

impl SettingFault {
    /// A fault in words: what was expected, and what was found.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: String::new(), message: message.into() }
    }

    /// A value of another kind than was expected.
    #[must_use]
    pub fn expected(what: &str, found: &Value) -> Self {
        Self::new(format!("expected {what}, found {}", shown(found)))
    }

    /// The same fault, with more at its end.
    pub(in crate::settings) fn and(mut self, more: &str) -> Self {
        self.message.push_str(more);
        self
    }

    /// The same fault, in an item of an array.
    #[must_use]
    pub fn in_item(mut self, index: usize) -> Self {
        self.path = format!("[{index}]{}", self.path);
        self
    }

    /// The same fault, in a field of a struct or under a key of a map.
    #[must_use]
    pub fn in_field(mut self, name: &str) -> Self {
        self.path = format!(".{name}{}", self.path);
        self
    }
}

impl fmt::Display for SettingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "at {}, ", quoted(self.path.trim_start_matches('.')))?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SettingFault {}

/// A value for a message: its text where it is short.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => quoted(&value.to_string()),
        Value::String(text) => format!("the string {}", quoted(text)),
        Value::Array(_) | Value::Object(_) => kind_of(value).to_owned(),
    }
}
