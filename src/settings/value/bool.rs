//! Bools.

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::traits::SettingValue;

impl SettingValue for bool {
    fn schema() -> Value {
        json!({ "type": "boolean" })
    }

    fn to_json(&self) -> Value {
        Value::Bool(*self)
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        value.as_bool().ok_or_else(|| SettingFault::expected("`true` or `false`", &value))
    }
}
