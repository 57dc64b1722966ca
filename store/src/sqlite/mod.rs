//! Many agents' settings in one SQLite database.

mod agent;
mod connection;
mod database;
mod fault;
#[cfg(test)]
mod killed;
mod layout;
mod make;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rulebook::{Migrations, StoreError};

pub use agent::SqliteAgent;
use database::Database;

/// The settings of many agents, in one SQLite database.
///
/// Each agent has a row in the table `agents`: its name, and its
/// [`SettingsDocument`](rulebook::SettingsDocument) as JSON text, the same text that a
/// [`JsonStore`](crate::JsonStore) keeps in a file. A document is read, raised and changed as
/// a whole, so a row for each member would be no use to a program, and could hold
/// members of different schema versions; who looks into the database with SQL has its
/// JSON functions, as in `SELECT name, document ->> '$.schemaVersion' FROM agents`.
///
/// A transaction of one agent waits for those of others, up to a time. What is committed
/// outlasts a crash and a power failure. While one is written there is a file
/// `NAME-journal` beside the database, which the next to open it needs after a crash. It is
/// made in a file `NAME.making`, and an empty file `NAME.lock` stays from then.
///
/// The database says in its header that it is one of these: one of another program, or
/// of a newer layout, is refused untouched.
///
/// ```
/// use rulebook::SettingsStore;
/// use rulebook_store::SqliteStore;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("agents.db");
/// let store = SqliteStore::open(&path)?;
/// store.agent("ada").update(&mut |values| Ok(values.set("search", "limit", 20)))?;
/// assert_eq!(store.agent("ada").load()?.get("search", "limit"), Some(&20.into()));
/// assert!(store.agent("bob").load()?.is_empty());
/// assert_eq!(store.agents()?, ["ada"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SqliteStore {
    database: Arc<Database>,
    migrations: Migrations,
}

impl SqliteStore {
    /// The settings in a database, which is made where it is not there; its folder has to
    /// be there.
    ///
    /// # Errors
    /// When it cannot be opened or made, is no database, or is one of another program or of
    /// a newer layout.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let database = Database::at(path.as_ref().to_path_buf());
        database.open().map_err(|error| error.of(&database.named()))?;
        Ok(Self { database: Arc::new(database), migrations: Migrations::new() })
    }

    /// The same, with what raises older documents, each of them in the transaction in which
    /// its agent's settings are next loaded or changed.
    #[must_use]
    pub fn migrations(mut self, migrations: Migrations) -> Self {
        self.migrations = migrations;
        self
    }

    /// The same, with how long to wait for other writers; 10 seconds unless it is said.
    #[must_use]
    pub fn lock_timeout(mut self, time: Duration) -> Self {
        Arc::make_mut(&mut self.database).set_timeout(time);
        self
    }

    /// The settings of one agent, of which nothing need be stored yet.
    #[must_use]
    pub fn agent(&self, name: impl Into<String>) -> SqliteAgent {
        SqliteAgent::new(self.database.clone(), self.migrations.clone(), name.into())
    }

    /// The agents of which something was stored, by name.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn agents(&self) -> Result<Vec<String>, StoreError> {
        self.database.read(layout::agents).map_err(|error| error.of(&self.database.named()))
    }
}
