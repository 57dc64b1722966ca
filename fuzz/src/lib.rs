//! What the targets share: how bytes become texts, types, values and scripts.

mod dice;
pub mod json;
pub mod plain;
pub mod schema;
pub mod script;
pub mod types;
pub mod values;

pub use dice::Dice;

/// What a target reads from bytes: text as it is, which seeds and whole files
/// are, or something made of choices, one byte each.
pub enum Input<'a> {
    Text(&'a str),
    Choices(u8, Dice<'a>),
}

/// A control character in front, from 1 to 8, says that choices follow.
pub fn input(data: &[u8]) -> Option<Input<'_>> {
    match data {
        [mode @ 1..=8, rest @ ..] => Some(Input::Choices(*mode, Dice::new(rest))),
        text => std::str::from_utf8(text).ok().map(Input::Text),
    }
}

/// The text itself, or pieces glued together: those are nearly what is wanted,
/// and random letters never are.
pub fn text(data: &[u8], pieces: &[&str]) -> Option<String> {
    Some(match input(data)? {
        Input::Text(text) => text.to_owned(),
        Input::Choices(_, dice) => glued(dice, pieces),
    })
}

/// Pieces glued together, as many as there are bytes.
pub fn glued(mut dice: Dice<'_>, pieces: &[&str]) -> String {
    let mut text = String::new();
    while !dice.is_empty() {
        text += dice.of(pieces);
    }
    text
}
