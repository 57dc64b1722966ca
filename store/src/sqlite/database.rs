//! A database file, opened anew for each transaction.
//!
//! No connection is kept: none is shared between threads, so that a change which loads
//! another agent's settings waits for nobody, and a file that was removed or replaced is
//! seen as what it is now.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rulebook::StoreError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::fault::fault;
use super::layout::{self, Layout};
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

    /// Makes the database where it is not there.
    pub(crate) fn make(&self) -> Result<(), StoreError> {
        Place::of(&self.path)?;
        let mut connection = self.connect(OpenFlags::SQLITE_OPEN_CREATE)?;
        let found = begun(&mut connection, TransactionBehavior::Deferred)?;
        let made = layout::of(&found)? == Layout::Current;
        drop(found);
        if !made {
            self.within(connection, |_| Ok(()))?;
        }
        Ok(())
    }

    /// Reads what is there at one moment.
    pub(crate) fn read<T: Default>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connect(OpenFlags::empty())?;
        let found = begun(&mut connection, TransactionBehavior::Deferred)?;
        match layout::of(&found)? {
            Layout::Empty => Ok(T::default()),
            Layout::Current => read(&found),
        }
    }

    /// Changes what is there, as the only writer: all of it or nothing.
    pub(crate) fn write<T>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.within(self.connect(OpenFlags::empty())?, write)
    }

    fn within<T>(
        &self,
        mut connection: Connection,
        write: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let transaction = begun(&mut connection, TransactionBehavior::Immediate)?;
        if layout::of(&transaction)? == Layout::Empty {
            layout::make(&transaction)?;
        }
        // An error drops the transaction, which takes back what it did.
        let written = write(&transaction)?;
        transaction.commit().map_err(|error| fault(&error))?;
        Ok(written)
    }

    fn connect(&self, more: OpenFlags) -> Result<Connection, StoreError> {
        // Asked before it is opened, because opening a pipe may wait for its other end.
        match fs::metadata(&self.path) {
            Ok(found) => regular(&found)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if !more.contains(OpenFlags::SQLITE_OPEN_CREATE) {
                    return Err(failed("it is no longer there: open the store again"));
                }
            }
            Err(error) => return Err(failed(format!("it cannot be reached: {error}"))),
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
        opened(&self.path, flags, self.timeout).map_err(|error| fault(&error))
    }
}

fn opened(path: &Path, flags: OpenFlags, timeout: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    // SQLite counts milliseconds in 31 bits.
    connection.busy_timeout(timeout.min(Duration::from_secs(2_000_000)))?;
    // `FULL`, and the removal of the journal, by which a transaction is committed, is made
    // durable as well.
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    connection.pragma_update(None, "fullfsync", true)?;
    // Whatever the file defines besides tables is not run.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

fn begun(
    connection: &mut Connection,
    behavior: TransactionBehavior,
) -> Result<Transaction<'_>, StoreError> {
    connection.transaction_with_behavior(behavior).map_err(|error| fault(&error))
}
