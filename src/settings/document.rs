//! Stored settings as text: a schema version, and values by member, by tool.

use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use super::store::{StoreError, StoreErrorKind};
use super::text::read;
use super::values::SettingsValues;
use crate::error::kind_of;
use crate::quote::quoted;

/// Stored settings, as a store keeps them.
///
/// ```
/// use rulebook::SettingsDocument;
///
/// let text = r#"{ "schemaVersion": 2, "tools": { "search": { "limit": 20 } } }"#;
/// let document = SettingsDocument::parse(text)?;
/// assert_eq!(document.values.get("search", "limit"), Some(&20.into()));
/// assert_eq!(SettingsDocument::parse(&document.to_text())?, document);
/// # Ok::<(), rulebook::StoreError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SettingsDocument {
    /// Which version of the host's settings it was written for, from 1.
    pub schema_version: u64,
    /// What is stored.
    pub values: SettingsValues,
}

impl SettingsDocument {
    /// Reads the text of a document: JSON, with every digit and every member.
    ///
    /// # Errors
    /// When it is not JSON, is cut off, or is something else than a document of
    /// settings; with the line and column where that can be told.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        /// Longer text makes no message that anyone reads.
        const LONGEST: usize = 60;
        let Value::Object(mut members) = read(text).map_err(foreign)? else {
            return Err(foreign("it is no object"));
        };
        let (version, tools) =
            (members.shift_remove("schemaVersion"), members.shift_remove("tools"));
        if let Some((name, _)) = members.into_iter().next() {
            return Err(foreign(format!("{} has no place in it", quoted(&name))));
        }
        let schema_version = match version {
            None => return Err(foreign("`schemaVersion` is missing")),
            Some(version) => version.as_u64().filter(|version| *version > 0).ok_or_else(|| {
                let text = version.to_string();
                let found = if text.len() > LONGEST { kind_of(&version) } else { &text };
                foreign(format!("`schemaVersion` is {found}, and counts from 1"))
            })?,
        };
        let tools = object("`tools`", tools.ok_or_else(|| foreign("`tools` is missing"))?)?;
        for (tool, members) in &tools {
            if !members.is_object() {
                let what = format!("what is stored for {}", quoted(tool));
                return Err(not_an_object(&what, members));
            }
        }
        let values = SettingsValues::deserialize(Value::Object(tools)).map_err(foreign)?;
        Ok(Self { schema_version, values })
    }

    /// Its text, which a person can read, with a line break at the end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { schema_version, values } = self;
        let document = json!({ "schemaVersion": schema_version, "tools": values });
        format!("{document:#}\n")
    }
}

fn object(what: &str, value: Value) -> Result<Map<String, Value>, StoreError> {
    match value {
        Value::Object(members) => Ok(members),
        other => Err(not_an_object(what, &other)),
    }
}

fn not_an_object(what: &str, found: &Value) -> StoreError {
    foreign(format!("{what} is {}, and must be an object by name", kind_of(found)))
}

fn foreign(why: impl std::fmt::Display) -> StoreError {
    let text = format!(
        "this is no document of settings, which is an object with `schemaVersion` and `tools`: \
         {why}"
    );
    StoreError::new(StoreErrorKind::Unreadable, text)
}
