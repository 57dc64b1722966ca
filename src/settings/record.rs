//! The settings of a tool: their names, types and defaults.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::value::{SettingFault, SettingField, written};
use crate::panics;

/// Reads a value of a member: as its tool takes it, or what is wrong with it.
type Read = dyn Fn(Value) -> Result<Value, SettingFault> + Send + Sync;

/// One member of a record.
#[derive(Clone)]
pub struct SettingsMember {
    name: String,
    description: Option<String>,
    configurable: bool,
    default: Value,
    /// What is wrong with the member itself, such as its default.
    fault: Option<SettingFault>,
    schema: Value,
    read: Arc<Read>,
}

impl SettingsMember {
    /// A fixed member of any kind: only the host sets it. The closure holds a value to
    /// the member's type, and gives it as the tool takes it.
    pub fn new(
        name: impl Into<String>,
        default: Value,
        schema: Value,
        read: impl Fn(Value) -> Result<Value, SettingFault> + Send + Sync + 'static,
    ) -> Self {
        let (default, fault) = match contained(&read, default.clone()) {
            Ok(default) => (default, None),
            Err(fault) => (default, Some(fault)),
        };
        let (name, read) = (name.into(), Arc::new(read));
        Self { name, description: None, configurable: false, default, fault, schema, read }
    }

    /// A fixed member of a Rust type, with its default.
    pub fn of<T: SettingField + 'static>(name: impl Into<String>, default: &T) -> Self {
        let read = |value| {
            let read = T::from_json(value)?;
            written(read.to_json(), read.says_nothing())
        };
        Self::written(name, written(default.to_json(), default.says_nothing()), T::schema(), read)
    }

    /// A fixed member whose default was written as JSON, or why it could not be.
    pub(super) fn written(
        name: impl Into<String>,
        default: Result<Value, SettingFault>,
        schema: Value,
        read: impl Fn(Value) -> Result<Value, SettingFault> + Send + Sync + 'static,
    ) -> Self {
        match default {
            Ok(default) => Self::new(name, default, schema, read),
            Err(fault) => Self { fault: Some(fault), ..Self::new(name, Value::Null, schema, read) },
        }
    }

    /// The same member, which stored settings and runs may set as well.
    #[must_use]
    pub fn configurable(mut self) -> Self {
        self.configurable = true;
        self
    }

    /// The same member, with what a person is told of it.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = Some(text.into());
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a person is told of it.
    #[must_use]
    pub fn description_text(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether stored settings and runs may set it.
    #[must_use]
    pub const fn is_configurable(&self) -> bool {
        self.configurable
    }

    /// Its value where no layer says another.
    #[must_use]
    pub const fn default_value(&self) -> &Value {
        &self.default
    }

    pub(super) const fn fault(&self) -> Option<&SettingFault> {
        self.fault.as_ref()
    }

    /// The JSON Schema of its values.
    #[must_use]
    pub const fn schema(&self) -> &Value {
        &self.schema
    }

    /// Holds a value to its type, and gives it as the tool takes it.
    ///
    /// # Errors
    /// What was expected, and what was found; also when the closure panics.
    pub fn read(&self, value: Value) -> Result<Value, SettingFault> {
        contained(&*self.read, value)
    }
}

/// Reads a value by code of others.
fn contained(read: &Read, value: Value) -> Result<Value, SettingFault> {
    panics::contain(|| read(value)).unwrap_or_else(|| Err(SettingFault::new(panics::MESSAGE)))
}

impl fmt::Debug for SettingsMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SettingsMember");
        shown.field("name", &self.name).field("configurable", &self.configurable);
        shown.field("default", &self.default).finish_non_exhaustive()
    }
}

/// The settings of a tool: their names, types and defaults.
#[derive(Clone, Debug)]
pub struct SettingsRecord {
    name: String,
    members: Vec<SettingsMember>,
}

impl SettingsRecord {
    /// A record with its members, in order. Two of one name are a mistake, which every
    /// [`resolve`](Self::resolve) tells.
    #[must_use]
    pub fn new(name: impl Into<String>, mut members: Vec<SettingsMember>) -> Self {
        let mut names = HashSet::new();
        for member in &mut members {
            if !names.insert(member.name.clone()) {
                member.fault = Some(SettingFault::new("another setting has the same name"));
            }
        }
        Self { name: name.into(), members }
    }

    /// Its name, for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its members, in order.
    #[must_use]
    pub fn members(&self) -> &[SettingsMember] {
        &self.members
    }

    /// The member with a name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&SettingsMember> {
        self.members.iter().find(|member| member.name == name)
    }
}
