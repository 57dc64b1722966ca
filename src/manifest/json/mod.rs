//! JSON text to a tree in which everything has its place.
//!
//! `serde_json` decides what JSON is, and how deep it may be nested; only then
//! is the tree with places read, which follows the nesting.

mod lexical;
mod strict;
mod syntax;

pub(super) use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, parse_to_ast};

use self::strict::STRICT;
pub(super) use self::strict::span;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// The one value that the text holds.
pub(super) fn parse(source: &Source) -> Result<Value<'_>, Diagnostic> {
    if let Err(error) = serde_json::from_str::<serde_json::Value>(source.text()) {
        return Err(syntax::explain(source, &error));
    }
    parse_to_ast(source.text(), &CollectOptions::default(), &STRICT)
        .ok()
        .and_then(|parsed| parsed.value)
        .ok_or_else(|| syntax::unclear(source, 0))
}

/// What to underline for a value: all of it, or the bracket that opens it.
pub(super) fn place(value: &Value<'_>) -> Span {
    match value {
        Value::Object(_) | Value::Array(_) => opening(value),
        _ => span(value.range()),
    }
}

/// The bracket that opens an object or a list.
pub(super) fn opening(node: &impl Ranged) -> Span {
    Span::new(node.start(), node.start() + 1)
}

/// The span of a field's name.
pub(super) fn name_span(field: &ObjectProp<'_>) -> Span {
    span(field.name.range())
}
