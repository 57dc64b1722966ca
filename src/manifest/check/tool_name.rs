//! A tool's name is one that model providers take.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::raw::Spanned;
use crate::source::Source;
use crate::tool_name;

pub(in crate::manifest) fn check(source: &Source, name: &Spanned<String>) -> Option<Diagnostic> {
    let (message, help) = tool_name::fault(&name.value)?;
    Some(Diagnostic::new(Code::InvalidToolName, message).at(source, name.span).help(help))
}
