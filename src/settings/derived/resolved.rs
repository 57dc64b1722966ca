//! Resolved settings as a struct.

use super::kind::Kind;
use crate::settings::resolve::ResolvedSettings;
use crate::settings::typed::ToolSettings;
use crate::settings::value::SettingFault;

/// The code's own values.
#[must_use]
pub fn code_defaults<S: ToolSettings>() -> S {
    S::default()
}

/// Settings that were resolved, with the members of one record.
#[derive(Debug)]
pub struct Resolved<'a>(&'a ResolvedSettings);

impl<'a> Resolved<'a> {
    /// Settings with these members.
    ///
    /// # Errors
    /// When they have others.
    pub fn new(settings: &'a ResolvedSettings, names: &[&str]) -> Result<Self, SettingFault> {
        settings.hold_to(names.iter().copied())?;
        Ok(Self(settings))
    }

    /// The value of a member.
    ///
    /// # Errors
    /// When it is none of the type.
    pub fn get<T>(&self, name: &str, kind: Kind<T>) -> Result<T, SettingFault> {
        let value = self.0.get(name).cloned().unwrap_or_default();
        kind.from_json(value).map_err(|fault| fault.in_field(name))
    }
}
