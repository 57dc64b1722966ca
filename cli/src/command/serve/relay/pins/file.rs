//! The file with what was accepted of servers. Several commands may change it at once.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use rulebook::wording::quoted;

use super::Accepted;
use crate::input;

/// As large as the file may be.
const LARGEST: u64 = 64 * 1024 * 1024;

/// How often it is tried to be the only one who changes it, every other millisecond.
const TRIES: u32 = 500;

/// What stands in the file; nothing where there is none.
pub(super) fn read(path: &Path) -> Result<Accepted, String> {
    let name = quoted(&path.display().to_string());
    match path.try_exists() {
        Ok(false) => return Ok(Accepted::new()),
        Ok(true) => {}
        Err(error) => return Err(format!("the file {name} cannot be read: {error}")),
    }
    let text =
        input::file(path, LARGEST).map_err(|problem| format!("the file {name} {problem}"))?;
    serde_json::from_str(&text).map_err(|error| {
        format!(
            "the file {name} is not one that `--mcp-pins` wrote, as line {} shows; give another path, or remove the file to begin anew",
            error.line()
        )
    })
}

/// Puts this beside what the file holds by now, and in the place of what is changed.
pub(super) fn change(path: &Path, changed: Accepted) -> Result<Accepted, String> {
    let failed = |error: &io::Error| {
        let name = quoted(&path.display().to_string());
        format!("the file {name} cannot be written: {}", why(error))
    };
    let place = place(path).map_err(|error| failed(&error))?;
    let folder = folder(&place);
    let _alone = alone(folder);
    // Others may have kept theirs while the servers started.
    let mut accepted = read(path)?;
    accepted.extend(changed);
    let mut text = serde_json::to_string_pretty(&accepted).map_err(|error| error.to_string())?;
    text.push('\n');
    write(&place, folder, &text).map_err(|error| failed(&error))?;
    Ok(accepted)
}

/// Where the file is, so that a link stays one.
fn place(path: &Path) -> io::Result<PathBuf> {
    if path.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) }
}

fn folder(place: &Path) -> &Path {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Keeps other commands from changing the file, until it is dropped. It is the folder that is
/// locked, since the file is replaced; where the system knows no such lock, there is none.
fn alone(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    for _ in 0..TRIES {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(2)),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}

/// Writes it whole or not at all, at first beside its place.
fn write(place: &Path, folder: &Path, text: &str) -> io::Result<()> {
    let mut kind = tempfile::Builder::new();
    kind.prefix(".pins-");
    // As the one before, or as any new file.
    let before = fs::metadata(place).map(|before| before.permissions());
    if let Some(permissions) = before.ok().or_else(usual) {
        kind.permissions(permissions);
    }
    let mut next = kind.tempfile_in(folder)?;
    next.write_all(text.as_bytes())?;
    next.as_file().sync_all()?;
    next.persist(place).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn usual() -> Option<fs::Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<fs::Permissions> {
    None
}

fn why(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            "its folder does not exist; create that, or give another path".to_owned()
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "you may write no file in its folder, where a new one takes its place".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "no room is left for it".to_owned(),
        _ => error.to_string(),
    }
}
