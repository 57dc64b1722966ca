//! What a database holds, and how it says so in its header.

use rulebook::{StoreError, StoreErrorKind};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::fault::fault;
use crate::text::{self, unreadable};

/// `RULB`: what tells these databases from all others.
const APPLICATION: i32 = 0x5255_4C42;
/// Which layout it is, from 1. Another one needs code that makes this one into it.
const VERSION: i32 = 1;

const TABLES: &str = "
    CREATE TABLE agents (
        name     TEXT NOT NULL PRIMARY KEY,
        document TEXT NOT NULL
    ) STRICT;
";

/// Refuses what is not laid out in this way.
pub(crate) fn check(connection: &Connection) -> Result<(), StoreError> {
    let header = |name| {
        let value = connection.pragma_query_value(None, name, |row| row.get(0));
        value.map_err(|error| fault(&error))
    };
    let (application, version): (i32, i32) = (header("application_id")?, header("user_version")?);
    match (application, version) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, newer) if newer > VERSION => {
            let text = format!(
                "the database has layout {newer}, and this program knows layout {VERSION}: use \
                 the newer program, or a copy from before"
            );
            Err(StoreError::new(StoreErrorKind::NewerVersion, text))
        }
        (0, 0) if header("page_count")? == 0 => Err(unreadable(
            "it is empty, and was perhaps cut off: put a copy from before in its place, or remove \
             it to begin anew",
        )),
        _ => Err(unreadable("this is a database of another program, and no store of settings")),
    }
}

/// Refuses a file that is shorter than it says. SQLite tells of pages that it needs and that
/// are not there; it takes what is missing of the last page for zeros.
pub(crate) fn check_length(connection: &Connection, length: u64) -> Result<(), StoreError> {
    let query = "SELECT page_count * page_size > ?1 AND journal_mode <> 'wal' \
                 FROM pragma_page_count, pragma_page_size, pragma_journal_mode";
    let length = i64::try_from(length).unwrap_or(i64::MAX);
    if connection.query_row(query, [length], |row| row.get(0)).map_err(|error| fault(&error))? {
        return Err(unreadable("it was cut off: put a copy from before in its place"));
    }
    Ok(())
}

/// Lays an empty one out, in a transaction of the caller.
pub(crate) fn make(connection: &Connection) -> Result<(), StoreError> {
    let made = connection
        .execute_batch(TABLES)
        .and_then(|()| connection.pragma_update(None, "application_id", APPLICATION))
        .and_then(|()| connection.pragma_update(None, "user_version", VERSION));
    made.map_err(|error| fault(&error))
}

/// The names of the agents.
pub(crate) fn agents(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let names = || -> rusqlite::Result<Vec<String>> {
        let mut query = connection.prepare("SELECT name FROM agents ORDER BY name")?;
        query.query_map([], |row| row.get(0))?.collect()
    };
    names().map_err(|error| fault(&error))
}

/// The text of an agent's document; none where nothing was stored.
pub(crate) fn document(
    connection: &Connection,
    agent: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let query = "SELECT octet_length(document) > ?2 FROM agents WHERE name = ?1";
    let limit = text::LIMIT.cast_signed();
    let large = connection.query_row(query, params![agent, limit], |row| row.get(0)).optional();
    if large.map_err(|error| fault(&error))?.unwrap_or(false) {
        return Err(text::too_large());
    }
    let query = "SELECT CAST(document AS BLOB) FROM agents WHERE name = ?1";
    let text = connection.query_row(query, [agent], |row| row.get(0));
    text.optional().map_err(|error| fault(&error))
}

/// Puts an agent's document in the place of the one before.
pub(crate) fn put(connection: &Connection, agent: &str, text: &str) -> Result<(), StoreError> {
    let statement = "INSERT INTO agents (name, document) VALUES (?1, ?2) \
                     ON CONFLICT (name) DO UPDATE SET document = excluded.document";
    connection.execute(statement, params![agent, text]).map_err(|error| fault(&error))?;
    Ok(())
}
