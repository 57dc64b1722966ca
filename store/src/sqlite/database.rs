//! A database file, opened anew for each transaction.
//!
//! No connection is kept: none is shared between threads, so that a change which loads
//! another agent's settings waits for nobody, and a file that was removed or replaced is
//! seen as what it is now.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;

use rulebook::StoreError;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::fault::fault;
use super::{connection, layout, make};
use crate::place::{Place, regular};
use crate::shown::{self, failed};

#[derive(Clone, Debug)]
pub(crate) struct Database {
    /// As the host gave it.
    shown: PathBuf,
    /// The same file, whatever becomes of the current folder; and no name that means
    /// something else to SQLite.
    path: PathBuf,
    timeout: Duration,
}

impl Database {
    pub(crate) fn at(shown: PathBuf) -> Self {
        let path = std::path::absolute(&shown).unwrap_or_default();
        Self { shown, path, timeout: Duration::from_secs(10) }
    }

    pub(crate) const fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Its name in a message.
    pub(crate) fn named(&self) -> String {
        shown::path(&self.shown)
    }

    /// Looks whether it is one that can be used, and makes it where nothing is there.
    pub(crate) fn open(&self) -> Result<(), StoreError> {
        let place = Place::of(&self.path)?;
        if fs::exists(place.file()).is_ok_and(|there| !there) {
            make::database(&place, self.timeout)?;
        }
        self.connect().map(drop)
    }

    /// Reads what is there at one moment.
    pub(crate) fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transaction(TransactionBehavior::Deferred, read)
    }

    /// Changes what is there, as the only writer: all of it or nothing.
    pub(crate) fn write<T>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.transaction(TransactionBehavior::Immediate, write)
    }

    fn transaction<T>(
        &self,
        behavior: TransactionBehavior,
        run: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connect()?;
        let transaction = connection.transaction_with_behavior(behavior);
        let transaction = transaction.map_err(|error| fault(&error))?;
        // Another may have been put in its place since it was opened.
        layout::check(&transaction)?;
        let length = fs::metadata(&self.path).map_err(|error| out_of_reach(&error))?.len();
        layout::check_length(&transaction, length)?;
        // An error drops the transaction, which takes back what it did.
        let outcome = run(&transaction)?;
        transaction.commit().map_err(|error| fault(&error))?;
        Ok(outcome)
    }

    fn connect(&self) -> Result<Connection, StoreError> {
        // Asked before it is opened, because opening a pipe may wait for its other end.
        match fs::metadata(&self.path) {
            Ok(found) => regular(&found)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(failed("it is no longer there: open the store again"));
            }
            Err(error) => return Err(out_of_reach(&error)),
        }
        let connection = connection::to(&self.path, OpenFlags::empty(), self.timeout)?;
        // Before any transaction that writes: giving up the first one of a file that SQLite
        // takes for empty cuts that file off.
        layout::check(&connection)?;
        Ok(connection)
    }
}

fn out_of_reach(error: &io::Error) -> StoreError {
    failed(format!("it cannot be reached: {error}"))
}
