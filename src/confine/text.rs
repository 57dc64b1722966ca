//! Bytes to text: UTF-8 only, a byte order mark skipped.

use super::error::FileError;
use crate::code::Code;
use crate::quote::quoted;
use crate::source::{Source, Span};

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";
const UTF16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// The text of a file named `name`.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Result<Source, FileError> {
    let bytes = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(_) if UTF16_MARKS.iter().any(|mark| bytes.starts_with(mark)) => {
            let message = format!("{} is UTF-16 text, and must be UTF-8", quoted(name));
            Err(FileError::new(Code::NotUtf8, name, message).help("save it as UTF-8"))
        }
        Err(error) => Err(not_utf8(name, bytes, error.valid_up_to())),
    }
}

fn not_utf8(name: &str, bytes: &[u8], good: usize) -> FileError {
    // What cannot be read is shown as `�`; up to there the offsets are the same.
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    let place = source.position(good);
    let byte = bytes.get(good).copied().unwrap_or_default();
    let message = format!(
        "{} is not UTF-8 text: the byte 0x{byte:02X} at line {}, column {} is no character",
        quoted(name),
        place.line,
        place.column,
    );
    FileError::new(Code::NotUtf8, name, message)
        .help("save it as UTF-8")
        .at(&source, Span::new(good, good + char::REPLACEMENT_CHARACTER.len_utf8()))
}
