//! ARGUMENTS: a word, standard input, or a file.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

const LIMIT: u64 = 16 * 1024 * 1024;
/// The problem of what is there and cannot be read as a file.
const NO_FILE: &str = "is a pipe or a device";

/// The text that a word of the command line stands for.
pub(crate) fn text(word: &str) -> Result<Cow<'_, str>, String> {
    if word == "-" {
        return read(io::stdin().lock(), LIMIT)
            .map(Cow::Owned)
            .map_err(|problem| format!("standard input {problem}"));
    }
    match word.strip_prefix('@') {
        Some(path) => file(Path::new(path), LIMIT).map(Cow::Owned).map_err(|problem| {
            let instead =
                if problem == NO_FILE { "; give it on standard input, with `-`" } else { "" };
            format!("the file `{path}` {problem}{instead}")
        }),
        None => Ok(Cow::Borrowed(word)),
    }
}

/// The text of a regular file; the problem completes a sentence about the file.
pub(crate) fn file(path: &Path, limit: u64) -> Result<String, String> {
    // Asked before opening, because opening a pipe waits for its other end.
    let kind = fs::metadata(path).map_err(|error| in_words(&error))?;
    if kind.is_dir() {
        return Err("is a folder".to_owned());
    }
    if !kind.is_file() {
        return Err(NO_FILE.to_owned());
    }
    read(File::open(path).map_err(|error| in_words(&error))?, limit)
}

fn read(input: impl Read, limit: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes).map_err(|error| in_words(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!("holds more than {limit} bytes"));
    }
    let text = String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "does not exist".to_owned(),
        ErrorKind::PermissionDenied => "may not be read by you".to_owned(),
        _ => format!("cannot be read: {error}"),
    }
}
