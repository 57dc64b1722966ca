//! The bracket that a script never closes, when it ends too early.

use crate::signature::tokens::{Kind, Tokens};
use crate::source::{Source, Span};

/// The bracket that was opened last and is never closed, and what closes it.
pub(super) fn bracket(source: &Source) -> Option<(Span, &'static str)> {
    let mut tokens = Tokens::new(source.text());
    let mut open = Vec::new();
    loop {
        let token = tokens.next();
        match token.kind {
            Kind::End => return open.pop(),
            Kind::Symbol => match source.slice(token.span) {
                "(" => open.push((token.span, ")")),
                "[" | "?[" => open.push((token.span, "]")),
                "{" | "#{" => open.push((token.span, "}")),
                // What does not fit is a mistake of its own.
                closing if open.last().is_some_and(|(_, close)| *close == closing) => {
                    open.pop();
                }
                _ => {}
            },
            _ => {}
        }
    }
}
