//! A manifest exports at least one function.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};

pub(in crate::manifest) fn problem(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(Code::InvalidValue, "`exports` is empty")
        .at(source, span)
        .help("a manifest exports at least one function: `[ { \"name\": \"...\" } ]`")
}
