//! The descriptions of parameters: each of a parameter that the function has.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::signature::Function;
use crate::source::{Source, Span};
use crate::ty::Ty;

/// The problem with a description of a parameter, if there is one.
pub(crate) fn parameter_description(
    manifest: &Source,
    name: &str,
    span: Span,
    function: &Function,
) -> Option<Diagnostic> {
    let is_argument = |ty: &Option<Ty>| ty.as_ref().is_none_or(Ty::is_argument);
    let hidden = function.params.iter().find(|one| one.name == name && !is_argument(&one.ty));
    if let Some(hidden) = hidden {
        let what = match hidden.ty {
            Some(Ty::Settings(_)) => "holds the settings",
            _ => "is what is kept for a session",
        };
        let (name, function) = (quoted(name), quoted(&function.name));
        let message = format!("{name} of {function} {what}, which no model is told of");
        let problem = Diagnostic::new(Code::UnknownParameter, message).at(manifest, span);
        return Some(problem.help("remove this"));
    }
    let names = || {
        let arguments = function.params.iter().filter(|parameter| is_argument(&parameter.ty));
        arguments.map(|parameter| parameter.name.as_str())
    };
    if names().any(|known| known == name) {
        return None;
    }
    let message = format!("{} has no parameter {}", quoted(&function.name), quoted(name));
    let help = match nearest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names().next().is_none() => "it takes no parameters: remove this".to_owned(),
        None => {
            let all = names().map(quoted).collect::<Vec<_>>().join(", ");
            format!("its parameters are {all}")
        }
    };
    Some(Diagnostic::new(Code::UnknownParameter, message).at(manifest, span).help(help))
}
