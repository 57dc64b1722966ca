//! The signature of an exported function: every parameter and its result typed.

use std::sync::Arc;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::Function;
use crate::source::Source;
use crate::ty::Ty;

/// A signature without gaps.
pub(crate) struct Signature {
    /// The parameters, in their order.
    pub(crate) parameters: Vec<(Arc<str>, Ty)>,
    /// What the function gives.
    pub(crate) returns: Ty,
}

/// The whole signature, or what to write to make it whole.
///
/// A type that could not be read has its problem told already.
pub(crate) fn signature(
    script: &Source,
    function: &Function,
) -> Result<Signature, Vec<Diagnostic>> {
    let parameters = function.params.iter().map(|parameter| {
        let ty = parameter.ty.clone()?;
        Some((Arc::from(parameter.name.as_str()), ty))
    });
    match (parameters.collect::<Option<Vec<_>>>(), function.returns.clone()) {
        (Some(parameters), Some(returns)) => Ok(Signature { parameters, returns }),
        _ if function.faulty => Err(Vec::new()),
        _ => Err(vec![incomplete(script, function)]),
    }
}

fn incomplete(script: &Source, function: &Function) -> Diagnostic {
    let name = &function.name;
    let untyped = function.params.iter().filter(|parameter| parameter.ty.is_none());
    let mut missing: Vec<_> = untyped.map(|parameter| quoted(&parameter.name)).collect();
    if function.returns.is_none() {
        missing.push("the result".to_owned());
    }
    let verb = if missing.len() == 1 { "has" } else { "have" };
    let message =
        format!("{} is exported, and {} {verb} no type", quoted(name), missing.join(" and "));
    Diagnostic::new(Code::MissingType, message)
        .at(script, function.span)
        .help(format!("write `{}`", function.signature_to_write()))
}
