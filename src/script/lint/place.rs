//! Where an expression stands in the text of its script.

use rhai::{Expr, Position as Place};

use crate::diagnostic::Diagnostic;
use crate::script::compile::Script;
use crate::source::{Position, Source, Span};

/// A problem at the word that begins at a place.
pub(super) fn at(script: &Script, place: Place, problem: Diagnostic) -> Diagnostic {
    match position(place) {
        Some(position) => problem.at(script.source(), script.source().word_at(position)),
        None => problem.in_file(script.source().name()),
    }
}

/// A problem at a whole expression, as far as it is made of names and literals.
pub(super) fn over(script: &Script, expression: &Expr, problem: Diagnostic) -> Diagnostic {
    match span(script.source(), expression) {
        Some(span) => problem.at(script.source(), span),
        None => problem.in_file(script.source().name()),
    }
}

/// The line and column of a place, where it has them.
pub(super) fn position(place: Place) -> Option<Position> {
    Some(Position { line: place.line()?, column: place.position()? })
}

/// The text of an expression that is made of names and literals; of another, its first word.
pub(super) fn span(source: &Source, expression: &Expr) -> Option<Span> {
    let of = |expression: Option<&Expr>| expression.and_then(|one| span(source, one));
    match expression {
        Expr::FnCall(call, place) if call.op_token.is_some() => {
            let (first, last) = (of(call.args.first()), of(call.args.last()));
            match call.args.len() {
                1 => Some(source.word_at(position(*place)?).to(last?)),
                _ => Some(first?.to(last?)),
            }
        }
        Expr::And(parts, _) | Expr::Or(parts, _) | Expr::Coalesce(parts, _) => {
            Some(of(parts.first())?.to(of(parts.last())?))
        }
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => {
            Some(of(Some(&parts.lhs))?.to(of(Some(&parts.rhs))?))
        }
        Expr::StringConstant(_, place) => Some(literal(source, position(*place)?, text_length)),
        Expr::IntegerConstant(_, place) | Expr::FloatConstant(_, place) => {
            Some(literal(source, position(*place)?, number_length))
        }
        other => Some(source.word_at(position(other.start_position())?)),
    }
}

fn literal(source: &Source, position: Position, length: fn(&str) -> usize) -> Span {
    let start = source.offset(position);
    let rest = source.text().get(start..).unwrap_or_default();
    Span::new(start, start + length(rest))
}

/// How long the text literal at the beginning is, with its quotes.
pub(super) fn text_length(rest: &str) -> usize {
    let mut characters = rest.char_indices();
    let Some((_, quote)) = characters.next() else { return 0 };
    let mut escaped = false;
    for (at, c) in characters {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = quote == '"',
            '\n' if quote == '"' => return at,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// How long the number at the beginning is, with its sign.
fn number_length(rest: &str) -> usize {
    let digits = rest.strip_prefix('-').unwrap_or(rest);
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    rest.len() - digits.len() + digits.find(|c| !part(c)).unwrap_or(digits.len())
}
