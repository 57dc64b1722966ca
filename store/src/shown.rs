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
        if is_unseen(c) {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line.push('`');
    line
}

/// Whether a character shows nothing, or turns the order of the text around it.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}'
            | '\u{FEFF}')
}

/// A name in backticks, cut where it is long.
#[cfg(feature = "sqlite")]
pub(crate) fn short_name(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => name(&format!("{}…", text.get(..end).unwrap_or_default())),
        None => name(text),
    }
}

/// A file or a database that cannot be used.
pub(crate) fn failed(what: impl Display) -> StoreError {
    StoreError::new(StoreErrorKind::Failed, what.to_string())
}

/// A file that cannot be written.
pub(crate) fn not_written(error: &io::Error) -> StoreError {
    failed(format!("it cannot be written, and stays as it is: {error}"))
}
