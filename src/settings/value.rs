//! What a setting can hold: read from JSON and written as JSON, without losing
//! anything.

use std::fmt;

use serde_json::Value;

use crate::error::kind_of;

/// A value that a setting can hold.
///
/// It is there for strings, bools, numbers, decimals, uuids, dates and times,
/// durations, URLs, and for arrays, lists, sets and maps of such. An enum without
/// fields and a struct of such get it from `#[derive(SettingValue)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a setting",
    label = "no setting can hold this",
    note = "a setting holds strings, bools, numbers, decimals, uuids, dates, times, durations, \
            URLs, and arrays, lists, sets and maps (by string or enum) of such",
    note = "for an enum or a struct of your own, write `#[derive(SettingValue)]` on it"
)]
pub trait SettingValue: Sized + Clone + fmt::Debug + Send + Sync + 'static {
    /// Worked out when the program is compiled, which stops at a type that contains
    /// itself.
    #[doc(hidden)]
    const NEVER_CONTAINS_ITSELF: () = ();

    /// The JSON Schema of its values, which refers to no other.
    fn schema() -> Value;

    /// Its JSON: what [`from_json`](Self::from_json) reads; null where it has none.
    fn to_json(&self) -> Value;

    /// The value of a JSON.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_json(value: Value) -> Result<Self, SettingFault>;
}

/// What a member of a settings record, or a field of a struct in it, can be: a
/// [`SettingValue`], or an `Option` of one, which is `None` where no layer says anything.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored as a setting",
    label = "no setting can hold this",
    note = "a setting holds strings, bools, numbers, decimals, uuids, dates, times, durations, \
            URLs, and arrays, lists, sets and maps (by string or enum) of such",
    note = "for an enum or a struct of your own, write `#[derive(SettingValue)]` on it"
)]
pub trait SettingField: Sized + Clone + fmt::Debug + Send + Sync + 'static {
    /// As [`SettingValue::NEVER_CONTAINS_ITSELF`].
    #[doc(hidden)]
    const NEVER_CONTAINS_ITSELF: ();

    /// Whether a field may be absent.
    const OPTIONAL: bool;

    /// The JSON Schema of its values.
    fn schema() -> Value;

    /// Its JSON; null for `None`.
    fn to_json(&self) -> Value;

    /// The value of a JSON.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_json(value: Value) -> Result<Self, SettingFault>;
}

impl<T: SettingValue> SettingField for T {
    const NEVER_CONTAINS_ITSELF: () = <T as SettingValue>::NEVER_CONTAINS_ITSELF;
    const OPTIONAL: bool = false;

    fn schema() -> Value {
        <T as SettingValue>::schema()
    }

    fn to_json(&self) -> Value {
        <T as SettingValue>::to_json(self)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        <T as SettingValue>::from_json(value)
    }
}

impl<T: SettingValue> SettingField for Option<T> {
    const NEVER_CONTAINS_ITSELF: () = <T as SettingValue>::NEVER_CONTAINS_ITSELF;
    const OPTIONAL: bool = true;

    fn schema() -> Value {
        serde_json::json!({ "anyOf": [<T as SettingValue>::schema(), { "type": "null" }] })
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, <T as SettingValue>::to_json)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        if value.is_null() { Ok(None) } else { <T as SettingValue>::from_json(value).map(Some) }
    }
}

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
            write!(f, "at {}, ", crate::quote::quoted(self.path.trim_start_matches('.')))?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SettingFault {}

/// A value for a message: its text where it is short.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => crate::quote::quoted(&value.to_string()),
        Value::String(text) => format!("the string {}", crate::quote::quoted(text)),
        Value::Array(_) | Value::Object(_) => kind_of(value).to_owned(),
    }
}
