//! A new database, made aside and renamed: a file that is empty or half made is then
//! one that was cut off.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use rulebook::StoreError;
use rusqlite::OpenFlags;

use super::fault::fault;
use super::{connection, layout};
use crate::folder::Folder;
use crate::lock::Lock;
use crate::place::Place;
use crate::shown::{self, failed, not_written};
use crate::step;

/// One name, as for a file that is saved, and what SQLite leaves beside it.
const ASIDE: [&str; 2] = [".making", ".making-journal"];

/// What SQLite leaves beside a database that a crash ended, or that is open: it would be
/// played into whatever is in the place of that database.
const OF_ANOTHER: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Makes a database, unless another does it first.
pub(crate) fn database(place: &Place, timeout: Duration) -> Result<(), StoreError> {
    let _lock = Lock::on(&place.lock(), timeout)?;
    step::between("locked");
    if fs::exists(place.file()).map_err(|error| not_written(&error))? {
        return Ok(());
    }
    for ending in OF_ANOTHER {
        let beside = place.beside(ending);
        if fs::symlink_metadata(&beside).is_ok() {
            let name = shown::name(&beside.file_name().unwrap_or_default().to_string_lossy());
            return Err(failed(format!(
                "it is not there, and {name} of one that was there is: put that one back beside \
                 it, or remove {name} too to begin anew"
            )));
        }
    }
    let folder = Folder::open(place.folder())?;
    for left_over in ASIDE {
        removed(&place.beside(left_over)).map_err(|error| not_written(&error))?;
        step::between("left over removed");
    }
    let [aside, _] = ASIDE.map(|ending| place.beside(ending));
    laid_out(&aside, timeout)?;
    step::between("laid out");
    fs::rename(&aside, place.file()).map_err(|error| not_written(&error))?;
    step::between("renamed");
    folder.sync()
}

fn removed(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn laid_out(aside: &Path, timeout: Duration) -> Result<(), StoreError> {
    let mut connection = connection::to(aside, OpenFlags::SQLITE_OPEN_CREATE, timeout)?;
    step::between("created");
    let transaction = connection.transaction().map_err(|error| fault(&error))?;
    layout::make(&transaction)?;
    step::between("tables made");
    transaction.commit().map_err(|error| fault(&error))?;
    step::between("committed");
    connection.close().map_err(|(_, error)| fault(&error))
}
