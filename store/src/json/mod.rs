//! One agent's settings in a file that a person can read.

#[cfg(test)]
mod killed;
mod read;
mod replace;

use std::path::PathBuf;
use std::time::Duration;

use rulebook::{
    Migrations, SettingsChange, SettingsDocument, SettingsStore, SettingsValues, StoreError,
};

use crate::lock::Lock;
use crate::place::{LOCK, Place};
use crate::shown::failed;
use crate::transaction::{self, Outcome, as_found};
use crate::{shown, step};

/// The settings of one agent, in a JSON file.
///
/// The file is a [`SettingsDocument`], which a person may edit while no program writes it.
/// A file that is not there holds nothing, and is made when something is stored; its
/// folder has to be there.
///
/// ```json
/// {
///   "schemaVersion": 1,
///   "tools": {
///     "search": {
///       "limit": 20
///     }
///   }
/// }
/// ```
///
/// A save writes a file beside it, `NAME.saving`, and renames that over it; whoever reads
/// sees the old one or the new one. Writers of all processes wait for each other with a
/// lock on a second file, `NAME.lock`, which is empty and stays. Links are followed: the
/// link stays, and what it leads to is replaced. Permissions and group of the file stay as
/// they are; a file that is write-protected is not replaced.
///
/// A change that stores in the file itself, in the midst of a change, waits for its own end:
/// it fails as `Busy`.
///
/// ```
/// use rulebook::SettingsStore;
/// use rulebook_store::JsonStore;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("settings.json");
/// let store = JsonStore::at(&path);
/// assert!(store.load()?.is_empty());
/// store.update(&mut |values| Ok(values.set("search", "limit", 20)))?;
/// let text = r#"{
///   "schemaVersion": 1,
///   "tools": {
///     "search": {
///       "limit": 20
///     }
///   }
/// }
/// "#;
/// assert_eq!(std::fs::read_to_string(&path)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonStore {
    /// As the host gave it.
    shown: PathBuf,
    /// The same file, whatever becomes of the current folder.
    path: PathBuf,
    migrations: Migrations,
    lock_timeout: Duration,
}

impl JsonStore {
    /// The settings in a file, which need not be there yet.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let shown = path.into();
        let path = std::path::absolute(&shown).unwrap_or_else(|_| shown.clone());
        let (migrations, lock_timeout) = (Migrations::new(), Duration::from_secs(10));
        Self { shown, path, migrations, lock_timeout }
    }

    /// The same, with what raises older documents. The version that they raise to is the
    /// one that is stored from then on.
    #[must_use]
    pub fn migrations(mut self, migrations: Migrations) -> Self {
        self.migrations = migrations;
        self
    }

    /// The same, with how long to wait for other writers; 10 seconds unless it is said.
    #[must_use]
    pub const fn lock_timeout(mut self, time: Duration) -> Self {
        self.lock_timeout = time;
        self
    }

    /// The document as it is, of whatever version, for tools that only look; none where
    /// there is no file. Neither the file nor its folder is touched.
    ///
    /// # Errors
    /// When it cannot be read, or is no document of settings.
    pub fn peek(&self) -> Result<Option<SettingsDocument>, StoreError> {
        self.found().map_err(|error| error.of(&self.named()))
    }

    fn found(&self) -> Result<Option<SettingsDocument>, StoreError> {
        read::document(&self.place()?.file())
    }

    fn changed(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
        let place = self.place()?;
        let lock = Lock::on(&place.lock(), self.lock_timeout)?;
        step::between("locked");
        let found = read::document(&place.file())?;
        step::between("read");
        let Outcome { values, text } = transaction::changed(found, &self.migrations, change)?;
        if let Some(text) = text {
            lock.check()?;
            replace::file(&place, &text)?;
        }
        Ok(values)
    }

    /// Where the file is. A store beside it would take a file of certain names for its own.
    fn place(&self) -> Result<Place, StoreError> {
        let place = Place::of(&self.path)?;
        match [LOCK, replace::ASIDE].into_iter().find(|ending| place.ends_with(ending)) {
            None => Ok(place),
            Some(ending) => Err(failed(format!(
                "names that end with `{ending}` are those of files that stores keep beside their \
                 own: give it another name"
            ))),
        }
    }

    fn named(&self) -> String {
        shown::path(&self.shown)
    }
}

impl SettingsStore for JsonStore {
    fn load(&self) -> Result<SettingsValues, StoreError> {
        let found = self.found().and_then(|found| as_found(found, &self.migrations));
        match found.map_err(|error| error.of(&self.named()))? {
            Some(values) => Ok(values),
            None => self.update(&mut Ok),
        }
    }

    fn update(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
        transaction::told(&self.named(), change, |change| self.changed(change))
    }
}
