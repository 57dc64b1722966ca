//! The context function: no parameters, and a text or nothing.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::Function;
use crate::source::Source;
use crate::ty::Ty;

/// The problem with a context function, if there is one.
pub(crate) fn context(script: &Source, function: &Function) -> Option<Diagnostic> {
    let is_text = match &function.returns {
        Some(Ty::String) => true,
        Some(Ty::Nullable(inner)) => **inner == Ty::String,
        _ => false,
    };
    if is_text && function.params.is_empty() {
        return None;
    }
    let name = &function.name;
    let message =
        format!("the context function {} takes nothing and gives a text or null", quoted(name));
    Some(
        Diagnostic::new(Code::InvalidContextFunction, message)
            .at(script, function.span)
            .help(format!("write `fn {name}() -> string?`")),
    )
}
