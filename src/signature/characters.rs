//! The characters of a script, as Rhai's lexer takes them.

use std::str::Chars;

use rhai::InputStream;

/// A stream that always knows its byte offset.
///
/// Rhai's own stream counts lines and columns in 16 bits, and miscounts after
/// a few constructs (`\${` in a text, a lone carriage return after a comment).
/// Byte offsets have no such gaps.
pub(super) struct Characters<'s> {
    text: &'s str,
    rest: Chars<'s>,
}

impl<'s> Characters<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, rest: text.chars() }
    }

    /// The byte offset of the next character.
    pub(super) fn offset(&self) -> usize {
        self.text.len() - self.rest.as_str().len()
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'s str {
        self.rest.as_str()
    }

    /// Goes on at a byte offset, which lies between characters.
    pub(super) fn go_to(&mut self, offset: usize) {
        self.rest = self.text.get(offset..).unwrap_or("").chars();
    }
}

impl InputStream for Characters<'_> {
    // The lexer only puts back what it has just taken.
    fn unget(&mut self, ch: char) {
        let before = self.offset().saturating_sub(ch.len_utf8());
        self.go_to(before);
    }

    fn get_next(&mut self) -> Option<char> {
        self.rest.next()
    }

    fn peek_next(&mut self) -> Option<char> {
        self.rest.clone().next()
    }
}
