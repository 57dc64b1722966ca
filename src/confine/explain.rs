//! Why a file could not be opened, told by looking at each folder on the way.
//!
//! By now nothing is opened any more: what is looked at here may have changed
//! since, and only the message would be wrong.

use std::io::{Error, ErrorKind};
use std::path::Path;

use cap_fs_ext::FileTypeExt;
use cap_std::fs_utf8::{Dir, FileType};

use super::error::FileError;
use crate::code::Code;
use crate::nearest::nearest;
use crate::quote::quoted;

/// How many names of a folder are compared with a name that is not in it.
const MOST_NAMES: usize = 1000;

/// Why `name`, asked for as `path`, could not be opened below `dir`.
pub(super) fn file(dir: &Dir, path: &str, name: &str, error: &Error) -> FileError {
    let ends = name.match_indices('/').map(|(at, _)| at).chain([name.len()]);
    for end in ends {
        let Some(prefix) = name.get(..end) else { continue };
        let last = end == name.len();
        match step(dir, path, prefix, last) {
            Some(found) => return found,
            None if last => break,
            None => {}
        }
    }
    if escapes(error) {
        return outside(path, path);
    }
    unreadable(path, error)
}

/// What is wrong with one folder on the way, or with the file at its end.
fn step(dir: &Dir, path: &str, prefix: &str, last: bool) -> Option<FileError> {
    let metadata = match dir.symlink_metadata(prefix) {
        Ok(metadata) if metadata.is_symlink() => match dir.metadata(prefix) {
            Ok(target) => target,
            Err(error) => return Some(link(path, prefix, &error)),
        },
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Some(missing(dir, path, prefix, last));
        }
        Err(_) => return None,
    };
    if last {
        (!metadata.is_file()).then(|| not_a_file(path, prefix, metadata.file_type()))
    } else {
        (!metadata.is_dir()).then(|| {
            let message = format!("{} is a file, not a folder", quoted(prefix));
            FileError::new(Code::FileNotFound, path, message)
        })
    }
}

fn missing(dir: &Dir, path: &str, prefix: &str, last: bool) -> FileError {
    let message = if last {
        format!("{} does not exist", quoted(prefix))
    } else {
        format!("there is no folder {}", quoted(prefix))
    };
    let error = FileError::new(Code::FileNotFound, path, message);
    let (folder, name) = prefix.rsplit_once('/').unwrap_or((".", prefix));
    let names = names_in(dir, folder);
    let names = names.iter().map(String::as_str);
    match nearest(name, names.filter(|other| may_be_meant(name, other))) {
        Some(near) => {
            let near = if folder == "." { near.to_owned() } else { format!("{folder}/{near}") };
            error.help(format!("did you mean {}?", quoted(&near)))
        }
        // The first folder of a path is missing where paths are meant to start elsewhere.
        None if !last && folder == "." => error.help(
            "paths start at the manifest's own folder, unless it is loaded with a wider root: \
             `--root` on the command line",
        ),
        None => error,
    }
}

/// Whether a file may be what another name was meant for: no script is a manifest.
fn may_be_meant(name: &str, other: &str) -> bool {
    const KINDS: [&str; 2] = [".json", ".rhai"];
    let kind = |name: &str| KINDS.iter().position(|kind| name.ends_with(kind));
    match (kind(name), kind(other)) {
        (Some(wanted), Some(found)) => wanted == found,
        _ => true,
    }
}

fn names_in(dir: &Dir, folder: &str) -> Vec<String> {
    let Ok(entries) = dir.read_dir(folder) else { return Vec::new() };
    entries.take(MOST_NAMES).filter_map(|entry| entry.ok()?.file_name().ok()).collect()
}

/// A link that cannot be followed.
fn link(path: &str, link: &str, error: &Error) -> FileError {
    let shown = quoted(link);
    match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("{shown} is a link to something that does not exist");
            FileError::new(Code::FileNotFound, path, message)
        }
        _ if escapes(error) => outside(path, link),
        ErrorKind::PermissionDenied | ErrorKind::NotADirectory => unreadable(path, error),
        _ => {
            let message = format!("{shown} is a link that never ends at a file");
            FileError::new(Code::FileUnreadable, path, message)
                .help("replace the link by the file itself")
        }
    }
}

fn outside(path: &str, link: &str) -> FileError {
    let message = format!("{} is a link that leads outside the root folder", quoted(link));
    FileError::new(Code::PathEscapes, path, message).help(
        "put the file itself there; a link may lead to a place below the root folder, \
         written relative to the link",
    )
}

/// Whether cap-std refused to follow a path out of the root; the system's own
/// errors carry a number.
fn escapes(error: &Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// `name`, on the way to `path` or the path itself, is something else than a file.
pub(super) fn not_a_file(path: &str, name: &str, kind: FileType) -> FileError {
    let what = if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_block_device() || kind.is_char_device() {
        "a device"
    } else {
        "something else"
    };
    let message = format!("{} is {what}, not a file", quoted(name));
    FileError::new(Code::NotAFile, path, message)
}

pub(super) fn unreadable(path: &str, error: &Error) -> FileError {
    let code = match error.kind() {
        ErrorKind::NotFound | ErrorKind::InvalidFilename => Code::FileNotFound,
        _ => Code::FileUnreadable,
    };
    let reason = match error.kind() {
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::InvalidFilename => "the name is too long".to_owned(),
        _ => error.to_string(),
    };
    FileError::new(code, path, format!("{} cannot be read: {reason}", quoted(path)))
}

/// Why a folder that the host named could not be opened.
pub(super) fn folder(dir: &Path, error: &Error) -> FileError {
    let dir = dir.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound => {
            let message = format!("there is no folder {}", quoted(&dir));
            FileError::new(Code::FileNotFound, &dir, message)
        }
        ErrorKind::NotADirectory => {
            let message = format!("{} is a file, not a folder", quoted(&dir));
            FileError::new(Code::FileNotFound, &dir, message)
        }
        _ => {
            let error = unreadable(&dir, error);
            FileError::new(error.code, &dir, format!("the folder {}", error.message))
        }
    }
}
