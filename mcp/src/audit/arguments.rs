//! Arguments as the audit log shows them.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

const MOST_BYTES: usize = 64 * 1024;
const DEEPEST: usize = 128;

/// Arguments as the audit log shows them, in a size that is bounded.
#[derive(Serialize)]
pub(crate) enum Shown {
    #[serde(rename = "arguments")]
    Whole(Box<RawValue>),
    #[serde(rename = "argumentsCut")]
    Cut(Cut),
}

/// What is left of arguments that are too large.
#[derive(Serialize)]
pub(crate) struct Cut {
    /// How large they are as JSON; nothing when they could not be read, or are nested too
    /// deep.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    /// How they begin.
    #[serde(skip_serializing_if = "String::is_empty")]
    start: String,
}

impl Shown {
    pub(super) fn new(arguments: &Map<String, Value>, masked: bool) -> Self {
        let mut text = Bounded::default();
        let written = if masked {
            serde_json::to_writer(&mut text, &kinds(arguments)).is_ok()
        } else {
            let deep = arguments.values().any(|value| is_deeper(value, DEEPEST));
            !deep && serde_json::to_writer(&mut text, arguments).is_ok()
        };
        if !written {
            return Self::unread();
        }
        let start = String::from_utf8_lossy(&text.kept).into_owned();
        let cut = |start| Self::Cut(Cut { bytes: Some(text.bytes), start });
        if text.bytes > MOST_BYTES {
            return cut(start);
        }
        match RawValue::from_string(start) {
            Ok(whole) => Self::Whole(whole),
            Err(_) => cut(String::new()),
        }
    }

    /// Arguments that nobody could read.
    pub(crate) const fn unread() -> Self {
        Self::Cut(Cut { bytes: None, start: String::new() })
    }
}

/// The names, with the kinds of their values.
fn kinds(arguments: &Map<String, Value>) -> Map<String, Value> {
    arguments.iter().map(|(name, value)| (name.clone(), kind(value).into())).collect()
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Whether a value is nested deeper than a number of levels.
fn is_deeper(value: &Value, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, below)),
        Value::Object(members) => members.values().any(|member| is_deeper(member, below)),
        _ => false,
    }
}

/// The start of what is written, and the size of all of it.
#[derive(Default)]
struct Bounded {
    kept: Vec<u8>,
    bytes: usize,
}

impl Write for Bounded {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        self.bytes = self.bytes.saturating_add(written.len());
        let room = MOST_BYTES.saturating_sub(self.kept.len());
        self.kept.extend(written.iter().take(room));
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
