//! What a layer says, as text.

use std::str::FromStr;

use serde::Deserialize;
use serde_json::Value;

use super::value::SettingFault;
use super::values::SettingsValues;
use crate::convert::read_json;

/// The JSON of a text, with every digit and every member, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Value, String> {
    const DEPTH: usize = 128;
    // Editors on Windows put a byte order mark in front.
    read_json(text.strip_prefix('\u{feff}').unwrap_or(text), DEPTH)
}

/// From JSON text, with every digit and every member; a number that would lose digits
/// is refused, and so are two members of one name.
///
/// ```
/// use rulebook::SettingsValues;
///
/// let host: SettingsValues = r#"{ "search": { "limit": 20 } }"#.parse()?;
/// assert_eq!(host, SettingsValues::new().set("search", "limit", 20));
///
/// let lossy = r#"{ "search": { "price": 0.12345678901234567890 } }"#;
/// assert!(lossy.parse::<SettingsValues>().is_err());
/// # Ok::<(), rulebook::SettingFault>(())
/// ```
impl FromStr for SettingsValues {
    type Err = SettingFault;

    fn from_str(text: &str) -> Result<Self, SettingFault> {
        let json = read(text).map_err(SettingFault::new)?;
        if !json.is_object() {
            return Err(SettingFault::expected("an object with tools by name", &json));
        }
        Self::deserialize(json).map_err(|why| SettingFault::new(why.to_string()))
    }
}
