//! A place in a text that is read from front to back.

use super::words::shorten;

/// Why a text is not read, and where.
#[derive(Debug)]
pub(super) struct Fault {
    /// Bytes into the text.
    at: usize,
    message: String,
}

impl Fault {
    /// With the place in lines and columns, as people count them.
    pub(super) fn in_text(&self, text: &str) -> String {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        format!("line {line}, column {column}: {}", self.message)
    }
}

pub(super) type Read<T> = Result<T, Fault>;

pub(super) struct Cursor<'t> {
    text: &'t str,
    /// Bytes into the text; always between two characters.
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// What is still to read.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// What was read since a place.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.text.get(start..self.at).unwrap_or("")
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Reads a text, where it stands here.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len() } else { 0 };
        found
    }

    /// Reads the characters of a kind that stand here.
    pub(super) fn take_while(&mut self, of: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let start = self.at;
        self.at += rest.len() - rest.trim_start_matches(of).len();
        self.since(start)
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
    }

    /// The end of the text is what stands here.
    pub(super) fn end(&self) -> Read<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected("the end of the text")) }
    }

    pub(super) fn fault(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Fault {
        let found = match self.rest().chars().next() {
            Some(c) => format!("`{}`", shorten(c.encode_utf8(&mut [0; 4]))),
            None => "the end of the text".to_owned(),
        };
        Self::fault(self.at, format!("expected {wanted}, found {found}"))
    }
}
