//! Settings as a Rust struct.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::SettingsRecord;
use super::resolve::ResolvedSettings;
use super::value::SettingFault;

/// Settings as a Rust struct, with its `Default` as the code's own layer.
///
/// It comes from `#[derive(ToolSettings)]`, which makes the type of the overrides too.
pub trait ToolSettings: Default + Send + Sync + 'static {
    /// What stored settings and runs may set: every configurable member, each an option.
    type Overrides: Serialize + DeserializeOwned + schemars::JsonSchema + Default + Send + Sync;

    /// The members with their types and defaults.
    fn record() -> SettingsRecord;

    /// The settings that were resolved, as this struct.
    ///
    /// # Errors
    /// When they are those of another record.
    fn from_resolved(settings: &ResolvedSettings) -> Result<Self, SettingFault>;
}
