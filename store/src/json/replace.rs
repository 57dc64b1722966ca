//! A file replaced in one step: written aside, made durable, renamed.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use rulebook::StoreError;

use crate::folder::Folder;
use crate::place::Place;
use crate::shown::{failed, not_written as cannot};
use crate::step;

/// One name, so that however many saves are killed, one file is left over at most; the
/// next save takes it away.
pub(super) const ASIDE: &str = ".saving";

/// Writes a text in the place of what a file holds. Whoever reads sees the old text or the
/// new one, and so does whoever starts after a crash.
pub(crate) fn file(place: &Place, text: &str) -> Result<(), StoreError> {
    let (file, aside) = (place.file(), place.beside(ASIDE));
    let before = before(&file)?;
    let folder = Folder::open(place.folder())?;
    if let Err(error) = prepare(&aside, text, before.as_ref()) {
        return Err(given_up(&aside, &error));
    }
    fs::rename(&aside, &file).map_err(|error| given_up(&aside, &error))?;
    step::between("renamed");
    folder.sync()?;
    step::between("folder synced");
    Ok(())
}

/// What is replaced, where something is.
fn before(file: &Path) -> Result<Option<Metadata>, StoreError> {
    match fs::metadata(file) {
        Ok(found) if found.permissions().readonly() => {
            Err(failed("it is write-protected, so nothing is stored in it"))
        }
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(&error)),
    }
}

fn prepare(aside: &Path, text: &str, before: Option<&Metadata>) -> io::Result<()> {
    match fs::remove_file(aside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => step::between("left over removed"),
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if before.is_some() {
        // For nobody else, until it is for those whose file it replaces.
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let mut file = options.open(aside)?;
    step::between("created");
    if let Some(before) = before {
        keep_group(&file, before)?;
        step::between("group kept");
        file.set_permissions(before.permissions())?;
        step::between("permissions kept");
    }
    for part in text.as_bytes().chunks(PART) {
        file.write_all(part)?;
        step::between("part written");
    }
    file.sync_all()?;
    step::between("synced");
    Ok(())
}

/// How much is written at once.
const PART: usize = if cfg!(test) { 40 } else { 1024 * 1024 };

/// Who may read the file must be the same people; its owner is the same where this
/// program may say so.
#[cfg(unix)]
fn keep_group(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let now = file.metadata()?;
    if now.gid() != before.gid() {
        fchown(file, None, Some(before.gid()))?;
    }
    if now.uid() != before.uid() {
        let _ = fchown(file, Some(before.uid()), None);
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_group(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

fn given_up(aside: &Path, error: &io::Error) -> StoreError {
    // If it stays, the next save takes it away.
    let _ = fs::remove_file(aside);
    cannot(error)
}
