//! Values that tools need and the model never sees, in layers.

mod error;
mod layer;
mod record;
mod resolve;
mod values;

#[cfg(test)]
mod tests;

pub use error::{SettingsError, SettingsProblem};
pub use layer::SettingsLayer;
pub use record::{SettingsMember, SettingsRecord};
pub use resolve::{ResolvedSetting, ResolvedSettings, SettingsLayers};
pub use values::SettingsValues;
