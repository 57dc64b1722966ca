//! Text of scripts, manifests and arguments, made safe to show on a terminal.
//!
//! A thrown text, a tool's name or a path can hold characters that move the
//! cursor, colour the screen or turn the order of what is read.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Whether a character steers a terminal or reorders what is read.
const fn steers(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The first characters of a text that may be long, and a mark where it goes on.
pub(crate) fn start_of<'t>(text: &'t str, most: usize, mark: &str) -> Cow<'t, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}{mark}", text.get(..end).unwrap_or_default()).into(),
        None => text.into(),
    }
}

/// The text on one line.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, steers)
}

/// The text on one line, with the colours that it has.
pub(crate) fn coloured_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\u{1b}' && steers(c))
}

/// The text of one line of a file, with its tabs.
pub(crate) fn source_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\t' && steers(c))
}

fn escaped(text: &str, unwanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&unwanted) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' if unwanted(c) => safe.push_str("\\n"),
            '\r' if unwanted(c) => safe.push_str("\\r"),
            '\t' if unwanted(c) => safe.push_str("\\t"),
            c if unwanted(c) => safe.extend(c.escape_unicode()),
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// The value as one line of JSON.
///
/// JSON itself allows some of these characters in a text as they are; here they
/// are written as escapes, which read back as the same value.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> io::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, OneLine))?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

struct OneLine;

impl Formatter for OneLine {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + io::Write,
    {
        if !fragment.chars().any(steers) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut safe = String::with_capacity(fragment.len() + 16);
        for c in fragment.chars() {
            if steers(c) {
                // Every such character is one unit of UTF-16.
                write!(safe, "\\u{:04x}", u32::from(c)).map_err(io::Error::other)?;
            } else {
                safe.push(c);
            }
        }
        writer.write_all(safe.as_bytes())
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_line_shows_what_would_steer_a_terminal() {
        assert_eq!(line("a\u{1b}[2Jb\r\n\tc\u{9b}\u{202e}"), r"a\u{1b}[2Jb\r\n\tc\u{9b}\u{202e}");
        assert_eq!(source_line("\tlet a = '\u{7f}';"), "\tlet a = '\\u{7f}';");
        assert!(matches!(line("Grüße, 世界 👋🏽"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_escapes_read_back_as_the_same_value() {
        let value = serde_json::json!({ "a\u{9b}": "\u{1b}\u{7f}\u{202e}\u{feff} é 👋 \"\\\n" });
        let text = json(&value).unwrap();
        assert_eq!(text, "{\"a\\u009b\":\"\\u001b\\u007f\\u202e\\ufeff é 👋 \\\"\\\\\\n\"}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
