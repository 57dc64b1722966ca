//! URLs.

use serde_json::{Value, json};
use url::Url;

use super::fault::SettingFault;
use super::text::parsed;
use super::traits::SettingValue;

impl SettingValue for Url {
    fn schema() -> Value {
        // Not every URL that browsers take is a URI as `format` means it.
        json!({ "type": "string", "pattern": "^[A-Za-z][A-Za-z0-9+.-]*:" })
    }

    fn to_json(&self) -> Value {
        Value::String(self.as_str().to_owned())
    }

    fn from_json(value: Value) -> Result<Self, SettingFault> {
        parsed("URL such as `https://example.org/`", value, |text| {
            if is_cut(text) {
                return None;
            }
            let url = Self::parse(text).ok()?;
            // What is written next time is read as the same.
            Self::parse(url.as_str()).is_ok_and(|again| again == url).then_some(url)
        })
    }
}

/// Whether reading a URL leaves something of its text out: spaces and control
/// characters around it, and line breaks and tabs in it.
fn is_cut(text: &str) -> bool {
    text.trim_matches(|c: char| c <= ' ') != text || text.contains(['\t', '\n', '\r'])
}
