//! A connection to a database file.

use std::path::Path;
use std::time::Duration;

use rulebook::StoreError;
use rusqlite::{Connection, OpenFlags};

use super::fault::fault;

/// SQLite counts milliseconds in 31 bits.
const LONGEST: Duration = Duration::from_secs(2_000_000);

/// A connection, opened with some more flags, that waits for others for a time.
pub(crate) fn to(
    path: &Path,
    more: OpenFlags,
    timeout: Duration,
) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    opened(path, flags, timeout.min(LONGEST)).map_err(|error| fault(&error))
}

fn opened(path: &Path, flags: OpenFlags, timeout: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(timeout)?;
    // `FULL`, and the removal of the journal, by which a transaction is committed, is made
    // durable as well.
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    connection.pragma_update(None, "fullfsync", true)?;
    // Whatever the file defines besides tables is not run.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}
