//! One agent's settings in a database.

use std::sync::Arc;

use rulebook::{
    Migrations, SettingsChange, SettingsDocument, SettingsStore, SettingsValues, StoreError,
};
use rusqlite::Connection;

use super::database::Database;
use super::layout;
use crate::transaction::{self, Outcome, as_found};
use crate::{shown, text};

/// The settings of one agent in a [`SqliteStore`](crate::SqliteStore).
#[derive(Clone, Debug)]
pub struct SqliteAgent {
    database: Arc<Database>,
    migrations: Migrations,
    name: String,
}

impl SqliteAgent {
    pub(super) const fn new(database: Arc<Database>, migrations: Migrations, name: String) -> Self {
        Self { database, migrations, name }
    }

    /// The agent's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The document as it is, of whatever version, for tools that only look; none where
    /// nothing was stored.
    ///
    /// # Errors
    /// When it cannot be read, or is no document of settings.
    pub fn peek(&self) -> Result<Option<SettingsDocument>, StoreError> {
        self.found().map_err(|error| error.of(&self.named()))
    }

    fn found(&self) -> Result<Option<SettingsDocument>, StoreError> {
        self.database.read(|connection| self.document(connection))
    }

    fn document(&self, connection: &Connection) -> Result<Option<SettingsDocument>, StoreError> {
        let text = layout::document(connection, &self.name)?;
        text.map(|text| text::read(&text)).transpose()
    }

    fn changed(&self, change: &mut SettingsChange<'_>) -> Result<SettingsValues, StoreError> {
        self.database.write(|connection| {
            let found = self.document(connection)?;
            let Outcome { values, text } = transaction::changed(found, &self.migrations, change)?;
            if let Some(text) = text {
                layout::put(connection, &self.name, &text)?;
            }
            Ok(values)
        })
    }

    fn named(&self) -> String {
        format!("{}, agent {}", self.database.named(), shown::short_name(&self.name))
    }
}

impl SettingsStore for SqliteAgent {
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
