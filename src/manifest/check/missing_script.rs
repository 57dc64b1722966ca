//! Every function is in some script.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

/// An export without a script, in a manifest without one.
pub(in crate::manifest) fn of_export(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingField, "nothing says which script this function is in")
        .at(source, span)
        .help("add `\"script\": \"scripts/rules.rhai\"` to the manifest, or to this entry")
}

/// A context function, in a manifest without a script.
pub(in crate::manifest) fn of_context(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(Code::MissingField, "nothing says which script the context function is in")
        .at(source, span)
        .help("add `\"script\": \"scripts/rules.rhai\"` to the manifest")
}
