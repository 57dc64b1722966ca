//! What a message shows of the machine: a path, or why something failed.

use std::fmt::Display;
use std::io;
use std::path::Path;

use rulebook::{StoreError, StoreErrorKind};

/// A path in backticks, on one line, as the host gave it.
pub(crate) fn path(path: &Path) -> String {
    name(&path.display().to_string())
}

/// A name in backticks, on one line.
pub(crate) fn name(text: &str) -> String {
    let mut line = String::with_capacity(text.len() + 2);
    line.push('`');
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line.push('`');
    line
}

/// A file or a database that cannot be used.
pub(crate) fn failed(what: impl Display) -> StoreError {
    StoreError::new(StoreErrorKind::Failed, what.to_string())
}

/// A file that cannot be written.
pub(crate) fn not_written(error: &io::Error) -> StoreError {
    failed(format!("it cannot be written, and stays as it is: {error}"))
}
