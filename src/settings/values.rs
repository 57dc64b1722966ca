//! What one layer says, tool by tool.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::strict::members_of;
use crate::error::kind_of;
use crate::quote::quoted;

/// What one layer says: values by member, by tool. A member that is null or absent is
/// left to the layer below.
///
/// ```
/// use rulebook::SettingsValues;
///
/// let values = SettingsValues::new().set("search", "limit", 20);
/// let json = r#"{ "search": { "limit": 20 } }"#;
/// assert_eq!(json.parse::<SettingsValues>()?, values);
/// # Ok::<(), rulebook::SettingFault>(())
/// ```
///
/// It is `Deserialize` as well, for hosts that keep it in their own configuration. JSON
/// text is best read with [`str::parse`], which loses no digit of a number.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct SettingsValues(BTreeMap<String, Map<String, Value>>);

/// Neither a tool nor a member, nor anything in a value, is there twice.
impl<'de> Deserialize<'de> for SettingsValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tools = members_of(deserializer, "an object with tools by name")?;
        let tools = tools.into_iter().map(|(tool, members)| match members {
            Value::Object(members) => Ok((tool, members)),
            other => {
                let (tool, kind) = (quoted(&tool), kind_of(&other));
                let text = format!("what is said of {tool} is {kind}, and must be an object");
                Err(D::Error::custom(text))
            }
        });
        tools.collect::<Result<_, _>>().map(Self)
    }
}

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

    /// The same layer with what the overrides of a tool say, which are the type that
    /// `#[derive(ToolSettings)]` makes, or any with an object as its JSON.
    ///
    /// # Errors
    /// When they have no JSON, or none that is an object.
    pub fn overrides(
        mut self,
        tool: &str,
        overrides: &impl Serialize,
    ) -> Result<Self, serde_json::Error> {
        let said: Map<String, Value> = serde_json::from_value(serde_json::to_value(overrides)?)?;
        self.0.entry(tool.to_owned()).or_default().extend(said);
        Ok(self)
    }

    /// What it says of one tool.
    #[must_use]
    pub fn of(&self, tool: &str) -> Option<&Map<String, Value>> {
        self.0.get(tool)
    }

    /// What it says of one member.
    #[must_use]
    pub fn get(&self, tool: &str, member: &str) -> Option<&Value> {
        self.of(tool)?.get(member)
    }

    /// The tools that it says something of.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.values().all(Map::is_empty)
    }

    /// Puts a value in its place, and gives what was there.
    pub fn insert(&mut self, tool: &str, member: &str, value: impl Into<Value>) -> Option<Value> {
        self.0.entry(tool.to_owned()).or_default().insert(member.to_owned(), value.into())
    }

    /// Takes a value out, which leaves the member to the layer below.
    pub fn remove(&mut self, tool: &str, member: &str) -> Option<Value> {
        let members = self.0.get_mut(tool)?;
        let taken = members.shift_remove(member);
        if members.is_empty() {
            self.0.remove(tool);
        }
        taken
    }

    /// Gives a member another name, for a migration. A value that has that name already
    /// stays; null is none.
    pub fn rename(&mut self, tool: &str, from: &str, to: &str) {
        if let Some(value) = self.remove(tool, from) {
            self.insert_where_none(tool, to, value);
        }
    }

    /// Gives a tool another name, for a migration. A value that one has already stays;
    /// null is none.
    pub fn rename_tool(&mut self, from: &str, to: &str) {
        for (name, value) in self.0.remove(from).into_iter().flatten() {
            self.insert_where_none(to, &name, value);
        }
    }

    fn insert_where_none(&mut self, tool: &str, member: &str, value: Value) {
        if self.get(tool, member).is_none_or(Value::is_null) {
            self.insert(tool, member, value);
        }
    }

    /// Takes over what changes say: a value takes the place of what is there, and null
    /// takes it out.
    pub fn apply(&mut self, changes: Self) {
        for (tool, said) in changes.0 {
            let members = self.0.entry(tool.clone()).or_default();
            // At once, since each that is taken out alone moves all behind it.
            members.retain(|name, _| said.get(name).is_none_or(|value| !value.is_null()));
            members.extend(said.into_iter().filter(|(_, value)| !value.is_null()));
            if members.is_empty() {
                self.0.remove(&tool);
            }
        }
    }
}
