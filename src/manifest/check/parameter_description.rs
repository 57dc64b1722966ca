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
    let is_session = |name: &str| {
        let mut params = function.params.iter();
        params.any(|parameter| parameter.name == name && parameter.ty == Some(Ty::Session))
    };
    if is_session(name) {
        let message = format!(
            "{} of {} is what is kept for a session, which no model is told of",
            quoted(name),
            quoted(&function.name)
        );
        let problem = Diagnostic::new(Code::UnknownParameter, message).at(manifest, span);
        return Some(problem.help("remove this"));
    }
    let names = || {
        let arguments =
            function.params.iter().filter(|parameter| parameter.ty != Some(Ty::Session));
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
