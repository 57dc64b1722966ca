//! Lengths of time, to the nanosecond.

use std::time::Duration;

use serde_json::{Value, json};

use super::fault::SettingFault;
use super::text::parsed;
use super::time_span::{self, PATTERN};
use super::traits::SettingValue;

impl SettingValue for Duration {
    fn schema() -> Value {
        json!({ "type": "string", "pattern": format!("^{PATTERN}$") })
    }

    fn to_json(&self) -> Value {
        Value::String(time_span::write(self.as_nanos()))
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("duration such as `1h 30m`, `2s` or `300ms`", value, |text| {
            let nanoseconds = time_span::read(text)?;
            let seconds = u64::try_from(nanoseconds / 1_000_000_000).ok()?;
            Some(Self::new(seconds, u32::try_from(nanoseconds % 1_000_000_000).ok()?))
        })
    }
}
