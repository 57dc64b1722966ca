//! The tokens that scripts are full of, known without Rhai's lexer, which takes
//! them character by character.

use std::collections::HashMap;

use rhai::Token as Raw;

/// Words that the lexer has read, and what it said they are. A word is the same
/// wherever it stands.
#[derive(Default)]
pub(super) struct Familiar<'s>(HashMap<&'s str, Raw>);

impl<'s> Familiar<'s> {
    /// The token that a text begins with, and how many bytes it takes, if it
    /// is a word that was met before or a plain string.
    pub(super) fn read(&self, text: &'s str) -> Option<(Raw, usize)> {
        if let Some(value) = plain_string(text) {
            return Some((Raw::StringConstant(Box::new(value.into())), value.len() + 2));
        }
        let word = word(text)?;
        Some((self.0.get(word)?.clone(), word.len()))
    }

    /// Keeps what the lexer said a token is, if it is a word.
    pub(super) fn keep(&mut self, token: &'s str, raw: &Raw) {
        if word(token) == Some(token) {
            self.0.insert(token, raw.clone());
        }
    }
}

/// The word that a text begins with; none where Rhai may see another one, as
/// its build decides which letters beyond ASCII it takes.
fn word(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_after = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
    let length = bytes.iter().position(is_after).unwrap_or(bytes.len());
    if bytes.get(length).is_some_and(|byte| !byte.is_ascii()) { None } else { text.get(..length) }
}

/// What stands between the double quotes that a text begins with, if it is on
/// one line and has no escapes. A doubled quote is one.
fn plain_string(text: &str) -> Option<&str> {
    let (value, rest) = text.strip_prefix('"')?.split_once('"')?;
    let is_plain = !rest.starts_with('"') && !value.contains(['\\', '\n', '\r']);
    is_plain.then_some(value)
}
