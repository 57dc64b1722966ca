//! The context function: no parameters but a session, and a text or nothing.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::{Function, Param};
use crate::source::Source;
use crate::ty::Ty;

/// The problem with a context function, if there is one.
pub(crate) fn context(script: &Source, function: &Function) -> Option<Diagnostic> {
    let is_text = match &function.returns {
        Some(Ty::String) => true,
        Some(Ty::Nullable(inner)) => **inner == Ty::String,
        _ => false,
    };
    let takes_nothing = match function.params.as_slice() {
        [] => true,
        [one] => one.ty == Some(Ty::Session),
        _ => false,
    };
    if is_text && takes_nothing {
        return None;
    }
    let name = &function.name;
    let settings = |one: &&Param| matches!(one.ty, Some(Ty::Settings(_)));
    if let Some(settings) = function.params.iter().find(settings) {
        let message = format!(
            "the context function {} takes settings, which only tools are given",
            quoted(name)
        );
        let help = format!(
            "leave {} out: write `fn {name}() -> string?`, or `fn {name}({}: session) -> string?`",
            quoted(&settings.name),
            session(function)
        );
        let problem = Diagnostic::new(Code::InvalidContextFunction, message);
        return Some(problem.at(script, settings.span).help(help));
    }
    let message = format!(
        "the context function {} takes nothing, or a session, and gives a text or null",
        quoted(name)
    );
    Some(Diagnostic::new(Code::InvalidContextFunction, message).at(script, function.span).help(
        format!(
            "write `fn {name}() -> string?`, or `fn {name}({}: session) -> string?`",
            session(function)
        ),
    ))
}

/// What the parameter for a session is named.
fn session(function: &Function) -> &str {
    let given = function.params.iter().find(|one| one.ty == Some(Ty::Session));
    given.map_or("notes", |one| &one.name)
}
