//! From the bytes of a document to its settings, and back, without losing anything.

use rulebook::{SettingsDocument, SettingsValues, StoreError, StoreErrorKind};
use serde_json::Value;

/// The most bytes that a document may have.
pub(crate) const LIMIT: u64 = 16 * 1024 * 1024;
const LIMIT_SHOWN: &str = "16 MiB";

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<SettingsDocument, StoreError> {
    if bytes.starts_with(b"SQLite format 3\0") {
        return Err(unreadable("this is a database, and no document of settings"));
    }
    parsed(bytes).map_err(|error| {
        unreadable(format!("{error}; mend it, or put a copy from before in its place"))
    })
}

fn parsed(bytes: &[u8]) -> Result<SettingsDocument, StoreError> {
    if exceeds_limit(bytes.len()) {
        return Err(too_large());
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place_after(bytes.get(..error.valid_up_to()).unwrap_or_default());
        unreadable(format!("line {line}, column {column}: this is not UTF-8 text"))
    })?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(unreadable("it is empty, and was perhaps cut off"));
    }
    SettingsDocument::parse(text)
}

/// What a document is too large for.
pub(crate) fn too_large() -> StoreError {
    unreadable(format!("it has more than {LIMIT_SHOWN}, which no document of settings has"))
}

pub(crate) fn unreadable(why: impl Into<String>) -> StoreError {
    StoreError::new(StoreErrorKind::Unreadable, why)
}

/// The text of a document that reads back as the same.
pub(crate) fn write(document: &SettingsDocument) -> Result<String, StoreError> {
    if nested_too_deep(&document.values) {
        return Err(refused(format!("they are nested more than {DEEPEST} deep")));
    }
    let text = document.to_text();
    if exceeds_limit(text.len()) {
        return Err(refused(format!("they would have more than {LIMIT_SHOWN}")));
    }
    match SettingsDocument::parse(&text) {
        Ok(read) if read == *document => Ok(text),
        Ok(_) => Err(refused("they would be others when they are read".to_owned())),
        Err(error) => Err(refused(format!("they could not be read again: {error}"))),
    }
}

fn refused(why: String) -> StoreError {
    let text = format!("these settings cannot be stored: {why}");
    StoreError::new(StoreErrorKind::Refused, text)
}

/// How deep a value may be nested in a document that is read. Writing one that is nested
/// very much deeper could end the process.
const DEEPEST: usize = 125;

fn nested_too_deep(values: &SettingsValues) -> bool {
    fn deeper(value: &Value, room: usize) -> bool {
        let less = room.checked_sub(1);
        let inner = |value| less.is_none_or(|room| deeper(value, room));
        match value {
            Value::Array(items) => less.is_none() || items.iter().any(inner),
            Value::Object(members) => less.is_none() || members.values().any(inner),
            _ => false,
        }
    }
    let members = values.tools().filter_map(|tool| values.of(tool));
    members.flat_map(|members| members.values()).any(|value| deeper(value, DEEPEST))
}

fn exceeds_limit(length: usize) -> bool {
    u64::try_from(length).is_ok_and(|length| length > LIMIT)
}

/// The line and column behind some text.
fn place_after(text: &[u8]) -> (usize, usize) {
    let line = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    let last = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    (line, String::from_utf8_lossy(last).chars().count() + 1)
}
