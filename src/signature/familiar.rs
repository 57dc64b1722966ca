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
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let is_within = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (word, rest) = text.split_at(text.find(|c| !is_within(c)).unwrap_or(text.len()));
    (!rest.starts_with(|c: char| !c.is_ascii())).then_some(word)
}

/// What stands between the double quotes that a text begins with, if it is on
/// one line and has no escapes. A doubled quote is one.
fn plain_string(text: &str) -> Option<&str> {
    let (value, rest) = text.strip_prefix('"')?.split_once('"')?;
    let is_plain = !rest.starts_with('"') && !value.contains(['\\', '\n', '\r']);
    is_plain.then_some(value)
}
