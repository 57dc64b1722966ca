//! Where settings are stored.

use std::fmt;
use std::sync::Arc;

use super::error::SettingsError;
use super::values::SettingsValues;

/// Where the settings of one agent are stored.
///
/// The methods block until it is done: a server calls them from a thread that may.
pub trait SettingsStore: Send + Sync {
    /// What is stored, raised to the version that the host knows; nothing where nothing
    /// was stored.
    ///
    /// # Errors
    /// When it cannot be read or raised. It stays as it is.
    fn load(&self) -> Result<SettingsValues, StoreError>;

    /// Changes what is stored, as one transaction: no other writer comes in between,
    /// and either all of it is stored or none.
    ///
    /// # Errors
    /// As for [`load`](Self::load), when it cannot be written, and what the change
    /// fails with. What was stored stays.
    fn update(&self, change: &mut Change<'_>) -> Result<SettingsValues, StoreError>;
}

/// From what is stored to what is to be stored.
pub type Change<'a> = dyn FnMut(SettingsValues) -> Result<SettingsValues, StoreError> + 'a;

impl<T: SettingsStore + ?Sized> SettingsStore for Arc<T> {
    fn load(&self) -> Result<SettingsValues, StoreError> {
        (**self).load()
    }

    fn update(&self, change: &mut Change<'_>) -> Result<SettingsValues, StoreError> {
        (**self).update(change)
    }
}

/// What kind of failure of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// What is stored is cut off, or was written by something else.
    Unreadable,
    /// It was stored by a newer version of the host.
    NewerVersion,
    /// It could not be raised to the version of the host.
    Migration,
    /// Values that the tools do not take.
    Refused,
    /// Another writer kept it for too long.
    Busy,
    /// The file or the database cannot be read or written.
    Failed,
}

/// Why settings were not loaded, or not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    kind: StoreErrorKind,
    message: String,
    refused: Option<SettingsError>,
}

impl StoreError {
    /// An error of a kind, in words.
    #[must_use]
    pub fn new(kind: StoreErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), refused: None }
    }

    /// What kind of failure.
    #[must_use]
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// The values that the tools do not take, where that is why.
    #[must_use]
    pub const fn refused(&self) -> Option<&SettingsError> {
        self.refused.as_ref()
    }

    /// The same error, of what a name or a path says it is.
    #[must_use]
    pub fn of(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl From<SettingsError> for StoreError {
    fn from(refused: SettingsError) -> Self {
        let message = refused.to_string();
        Self { kind: StoreErrorKind::Refused, message, refused: Some(refused) }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StoreError {}
