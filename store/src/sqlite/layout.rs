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

/// What a database is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Nothing yet, as where its making was cut off.
    Empty,
    /// This.
    Current,
}

/// Which it is.
pub(crate) fn of(connection: &Connection) -> Result<Layout, StoreError> {
    let header = |name| {
        connection.pragma_query_value(None, name, |row| row.get(0)).map_err(|error| fault(&error))
    };
    let (application, version): (i32, i32) = (header("application_id")?, header("user_version")?);
    match (application, version) {
        (APPLICATION, VERSION) => Ok(Layout::Current),
        (APPLICATION, newer) if newer > VERSION => {
            let text = format!(
                "the database has layout {newer}, and this program knows layout {VERSION}: use \
                 the newer program, or a copy from before"
            );
            Err(StoreError::new(StoreErrorKind::NewerVersion, text))
        }
        (0, 0) if is_empty(connection)? => Ok(Layout::Empty),
        _ => Err(unreadable("this is a database of another program, and no store of settings")),
    }
}

fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    let query = "SELECT NOT EXISTS (SELECT * FROM sqlite_schema)";
    connection.query_row(query, [], |row| row.get(0)).map_err(|error| fault(&error))
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
