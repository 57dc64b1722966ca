//! Uuids.

use serde_json::{Value, json};
use uuid::Uuid;

use super::fault::SettingFault;
use super::text::parsed;
use super::traits::SettingValue;

impl SettingValue for Uuid {
    fn schema() -> Value {
        json!({ "type": "string", "format": "uuid" })
    }

    fn to_json(&self) -> Value {
        Value::String(self.to_string())
    }

    /// Of its notations the one with hyphens.
    fn from_json(value: Value) -> Result<Self, SettingFault> {
        const WHAT: &str = "uuid such as `67e55044-10b1-426f-9247-bb680e5fe0c8`";
        parsed(WHAT, value, |text| {
            let id = Self::try_parse(text).ok()?;
            id.to_string().eq_ignore_ascii_case(text).then_some(id)
        })
    }
}
