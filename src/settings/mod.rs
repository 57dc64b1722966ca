//! Values that tools need and the model never sees, in layers.

mod call;
#[doc(hidden)]
pub mod derived;
mod document;
mod error;
mod layer;
mod migrations;
mod record;
mod resolve;
mod store;
mod strict;
mod text;
mod typed;
mod value;
mod values;

#[cfg(test)]
mod tests;

pub(crate) use call::{foreign_settings, read_settings};
pub use document::SettingsDocument;
pub use error::{SettingsError, SettingsProblem};
pub use layer::SettingsLayer;
pub use migrations::Migrations;
pub use record::{SettingsMember, SettingsRecord};
pub use resolve::{ResolvedSetting, ResolvedSettings, SettingsLayers};
pub use store::{Change as SettingsChange, SettingsStore, StoreError, StoreErrorKind};
pub use typed::ToolSettings;
pub use value::{SettingFault, SettingField, SettingKey, SettingValue};
pub use values::SettingsValues;
