//! No field is written twice: readers of JSON do not agree on which one counts.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::source::{Source, Span};

/// The field `name` is written at `span` and, before that, at `first`.
pub(in crate::manifest) fn problem(
    source: &Source,
    name: &str,
    first: Span,
    span: Span,
) -> Diagnostic {
    let line = source.position(first.start).line;
    let message = format!("{} is written twice, first on line {line}", quoted(name));
    Diagnostic::new(Code::DuplicateField, message).at(source, span).help("remove one of them")
}
