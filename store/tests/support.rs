//! Both kinds of stores, in a folder of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rulebook::{Migrations, SettingsDocument, SettingsStore, StoreError, StoreErrorKind};
use rulebook_store::{JsonStore, SqliteStore};
use rusqlite::{Connection, params};
use tempfile::TempDir;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Json,
    Sqlite,
}

impl Kind {
    pub(crate) const BOTH: [Self; 2] = [Self::Json, Self::Sqlite];

    /// The file in a folder.
    pub(crate) fn file(self, folder: &Path) -> PathBuf {
        folder.join(match self {
            Self::Json => "settings.json",
            Self::Sqlite => "agents.db",
        })
    }

    /// The settings of the agent `ada`.
    pub(crate) fn open(self, folder: &Path, migrations: Migrations) -> Box<dyn SettingsStore> {
        // However long others take, on a machine that is busy.
        let long = Duration::from_secs(300);
        let file = self.file(folder);
        match self {
            Self::Json => Box::new(JsonStore::at(file).migrations(migrations).lock_timeout(long)),
            Self::Sqlite => {
                let store = SqliteStore::open(file).unwrap();
                Box::new(store.migrations(migrations).lock_timeout(long).agent("ada"))
            }
        }
    }

    pub(crate) fn peek(self, folder: &Path) -> Result<Option<SettingsDocument>, StoreError> {
        let file = self.file(folder);
        match self {
            Self::Json => JsonStore::at(file).peek(),
            Self::Sqlite => SqliteStore::open(file)?.agent("ada").peek(),
        }
    }

    /// Stores the text of a document as anything else might.
    pub(crate) fn put(self, folder: &Path, text: &[u8]) {
        let file = self.file(folder);
        match self {
            Self::Json => fs::write(file, text).unwrap(),
            Self::Sqlite => {
                drop(SqliteStore::open(&file).unwrap());
                let put = "INSERT OR REPLACE INTO agents VALUES ('ada', CAST(?1 AS TEXT))";
                Connection::open(file).unwrap().execute(put, params![text]).unwrap();
            }
        }
    }
}

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// What its files hold, by name; nothing where it is no regular file.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path()).unwrap().map(|entry| entry.unwrap());
        let named = entries.map(|entry| {
            let regular = entry.file_type().unwrap().is_file();
            let held = if regular { fs::read(entry.path()).unwrap() } else { Vec::new() };
            (entry.file_name().into_string().unwrap(), held)
        });
        named.collect()
    }

    /// The names of its files.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files().into_keys().collect()
    }

    /// An error with the folder's own name left out.
    pub(crate) fn told(&self, error: &StoreError) -> String {
        let folder = self.path().to_str().unwrap();
        format!("{:?}: {}", error.kind(), error.to_string().replace(folder, "DIR"))
    }
}

/// The error of a load; the same of a save, which is never asked what to change.
pub(crate) fn refused(store: &dyn SettingsStore) -> StoreError {
    let loaded = store.load().unwrap_err();
    let mut asked = false;
    let stored = store.update(&mut |values| {
        asked = true;
        Ok(values)
    });
    let stored = stored.unwrap_err();
    assert!(!asked, "{stored}");
    assert_eq!(loaded, stored);
    assert_ne!(loaded.kind(), StoreErrorKind::Busy);
    loaded
}
