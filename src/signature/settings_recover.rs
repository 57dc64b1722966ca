//! Where reading of settings goes on after what cannot be read.

use super::reader::Reader;
use super::recover::{starts_declaration, starts_settings};
use super::tokens::Kind;

/// Passes what is left of a default, in which so many brackets are open: up to what
/// ends its setting.
pub(super) fn pass(reader: &mut Reader<'_>, mut open: usize) {
    while !is_over(reader) {
        if reader.kind(0) == Kind::Symbol {
            match reader.text(0) {
                "," | ";" | "}" | "]" | ")" if open == 0 => return,
                "(" | "[" | "?[" | "{" | "#{" | "# {" => open += 1,
                ")" | "]" | "}" => open -= 1,
                _ => {}
            }
        }
        reader.next();
    }
}

/// Whether something else begins, or nothing more comes: a bracket was not closed.
pub(super) fn is_over(reader: &mut Reader<'_>) -> bool {
    match reader.kind(0) {
        Kind::End => true,
        Kind::Keyword => {
            (reader.is(0, "fn") && reader.is_word(1))
                || (reader.is(0, "private") && reader.is(1, "fn"))
        }
        Kind::Name => starts_declaration(reader) || starts_settings(reader),
        _ => false,
    }
}
