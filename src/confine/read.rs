//! Opens one regular file below the root and reads it whole.

use std::io::Read;

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::fs::OpenOptions;
use cap_std::fs_utf8::Dir;

use super::error::FileError;
use super::explain;
use crate::code::Code;
use crate::quote::quoted;

/// The bytes of the file `name`, which was asked for as `path`.
pub(super) fn whole(dir: &Dir, path: &str, name: &str, limit: u64) -> Result<Vec<u8>, FileError> {
    let mut options = OpenOptions::new();
    // Opening a pipe that nobody writes to would wait forever.
    options.read(true).nonblock(true);
    let file =
        dir.open_with(name, &options).map_err(|error| explain::file(dir, path, name, &error))?;
    let unreadable = |error| explain::unreadable(path, &error);
    // Asked of the handle: the name may mean another file by now.
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(explain::not_a_file(path, path, metadata.file_type()));
    }
    if metadata.len() > limit {
        return Err(too_large(path, Some(metadata.len()), limit));
    }
    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    // Some files grow while they are read, and some do not tell their size.
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
        return Err(too_large(path, None, limit));
    }
    Ok(bytes)
}

fn too_large(path: &str, size: Option<u64>, limit: u64) -> FileError {
    let path_shown = quoted(path);
    let limit = grouped(limit);
    let message = match size {
        Some(size) => {
            format!("{path_shown} is {} bytes large, and the limit is {limit}", grouped(size))
        }
        None => format!("{path_shown} is larger than the limit of {limit} bytes"),
    };
    FileError::new(Code::FileTooLarge, path, message)
        .help("split it into smaller files, or load with a larger limit")
}

/// The number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
