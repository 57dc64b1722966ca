//! Every field that must be there is there.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::owner::Owner;
use crate::source::{Source, Span};

/// The field `name` is missing in the object that opens at `span`.
pub(in crate::manifest) fn problem(
    source: &Source,
    owner: Owner,
    name: &str,
    span: Span,
) -> Diagnostic {
    let example = match name {
        "schemaVersion" => "`\"schemaVersion\": 1`",
        "exports" => "`\"exports\": [ { \"name\": \"...\" } ]`",
        _ => "`\"name\": \"...\"`",
    };
    Diagnostic::new(Code::MissingField, format!("{} has no `{name}`", owner.this()))
        .at(source, span)
        .help(format!("add {example}"))
}
