//! What one layer says, tool by tool.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What one layer says: values by member, by tool. A member that is null or absent is
/// left to the layer below.
///
/// ```
/// use rulebook::SettingsValues;
///
/// let values = SettingsValues::new().set("search", "limit", 20);
/// let json = r#"{ "search": { "limit": 20 } }"#;
/// assert_eq!(serde_json::from_str::<SettingsValues>(json)?, values);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SettingsValues(BTreeMap<String, Map<String, Value>>);

impl SettingsValues {
    /// A layer that says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same layer with one value more, or another in its place.
    #[must_use]
    pub fn set(mut self, tool: &str, member: &str, value: impl Into<Value>) -> Self {
        let members = self.0.entry(tool.to_owned()).or_default();
        members.insert(member.to_owned(), value.into());
        self
    }

    /// What it says of one tool.
    #[must_use]
    pub fn of(&self, tool: &str) -> Option<&Map<String, Value>> {
        self.0.get(tool)
    }

    /// The tools that it says something of.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
