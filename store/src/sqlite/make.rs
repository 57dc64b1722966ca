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
use crate::shown::not_written;
use crate::step;

/// One name, as for a file that is saved, and what SQLite leaves beside it.
const ASIDE: [&str; 2] = [".making", ".making-journal"];

/// Makes a database, unless another does it first.
pub(crate) fn database(place: &Place, timeout: Duration) -> Result<(), StoreError> {
    let _lock = Lock::on(&place.lock(), timeout)?;
    step::between("locked");
    if fs::exists(place.file()).map_err(|error| not_written(&error))? {
        return Ok(());
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
