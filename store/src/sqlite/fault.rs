//! What SQLite says, as an error of a store.

use rulebook::{StoreError, StoreErrorKind};
use rusqlite::{Error, ErrorCode};

use crate::shown::failed;
use crate::text::unreadable;

pub(crate) fn fault(error: &Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let text = "another writer has kept the database for too long: try again";
            StoreError::new(StoreErrorKind::Busy, text)
        }
        Some(ErrorCode::NotADatabase) => unreadable("this is no database, or one that was cut off"),
        Some(ErrorCode::DatabaseCorrupt) => {
            unreadable(format!("the database is damaged: {error}; take a copy from before"))
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            failed("the database may not be written, and stays as it is")
        }
        Some(_) => failed(format!("the database cannot be used: {error}")),
        // A table or a column that is not there, or holds something else.
        None => unreadable(format!("the database is not laid out as it says: {error}")),
    }
}
