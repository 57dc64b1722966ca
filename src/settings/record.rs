//! The settings of a tool: their names, types and defaults.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

/// Reads a value of a member: as its tool takes it, or what is wrong with it.
type Read = dyn Fn(Value) -> Result<Value, String> + Send + Sync;

/// One member of a record.
#[derive(Clone)]
pub struct SettingsMember {
    name: String,
    configurable: bool,
    default: Value,
    schema: Value,
    read: Arc<Read>,
}

impl SettingsMember {
    /// A fixed member: only the host sets it.
    pub fn new(
        name: impl Into<String>,
        default: Value,
        schema: Value,
        read: impl Fn(Value) -> Result<Value, String> + Send + Sync + 'static,
    ) -> Self {
        let (name, read) = (name.into(), Arc::new(read));
        Self { name, configurable: false, default, schema, read }
    }

    /// The same member, which stored settings and runs may set as well.
    #[must_use]
    pub fn configurable(mut self) -> Self {
        self.configurable = true;
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
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

    /// The JSON Schema of its values.
    #[must_use]
    pub const fn schema(&self) -> &Value {
        &self.schema
    }

    pub(super) fn read(&self, value: Value) -> Result<Value, String> {
        (self.read)(value)
    }
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
    /// A record with its members, in order.
    #[must_use]
    pub fn new(name: impl Into<String>, members: Vec<SettingsMember>) -> Self {
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

    pub(super) fn member(&self, name: &str) -> Option<&SettingsMember> {
        self.members.iter().find(|member| member.name == name)
    }
}
