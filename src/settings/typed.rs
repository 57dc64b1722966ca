//! Settings as a Rust struct.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::SettingsRecord;
use super::resolve::ResolvedSettings;
use super::value::SettingFault;

/// Settings as a Rust struct, with its `Default` as the code's own layer.
///
/// It comes from `#[derive(ToolSettings)]`, which makes the type of the overrides too.
///
/// ```
/// # #[cfg(feature = "macros")] mod sample {
/// use rulebook::{SettingsLayers, SettingsValues, ToolSettings};
///
/// #[derive(Default, ToolSettings)]
/// struct SearchSettings {
///     /// How many are found at most.
///     #[setting(configurable)]
///     limit: u32,
///     endpoint: String,
/// }
///
/// # pub fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let run = SettingsValues::new().set("search", "limit", 20);
/// let layers = SettingsLayers { run: Some(&run), ..SettingsLayers::default() };
/// let resolved = SearchSettings::record().resolve("search", layers)?;
/// assert_eq!(SearchSettings::from_resolved(&resolved)?.limit, 20);
/// # Ok(()) } }
/// # #[cfg(feature = "macros")]
/// # sample::main().unwrap();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no record of settings",
    label = "no settings of a tool",
    note = "for settings, write `#[derive(ToolSettings)]` above `{Self}`; an argument that the \
            model gives is taken by value: leave the `&` out"
)]
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
