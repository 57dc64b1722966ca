//! The signature of an exported function: every parameter and its result typed.

use std::sync::Arc;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::quote::quoted;
use crate::signature::{Function, Settings};
use crate::source::Source;
use crate::ty::Ty;

/// A signature without gaps.
pub(crate) struct Signature {
    /// The parameters that are arguments, in their order.
    pub(crate) parameters: Vec<(Arc<str>, Ty)>,
    /// The parameter that holds what is kept for a session, and its place among all.
    pub(crate) session: Option<(usize, Arc<str>)>,
    /// The settings that it takes by a parameter, and the place of that among all but
    /// the one for a session.
    pub(crate) settings: Option<(usize, Arc<str>)>,
    /// What the function gives.
    pub(crate) returns: Ty,
}

/// The whole signature, or what to write to make it whole.
///
/// A type that could not be read has its problem told already.
pub(crate) fn signature(
    script: &Source,
    function: &Function,
    settings: &[Settings],
) -> Result<Signature, Vec<Diagnostic>> {
    let parameters = function.params.iter().map(|parameter| {
        let ty = parameter.ty.clone()?;
        Some((Arc::from(parameter.name.as_str()), ty))
    });
    match (parameters.collect::<Option<Vec<_>>>(), function.returns.clone()) {
        (Some(_), Some(_)) if function.faulty => Err(Vec::new()),
        (Some(mut parameters), Some(returns)) => {
            let place = parameters.iter().position(|(_, ty)| *ty == Ty::Session);
            let session = place.map(|place| (place, parameters.remove(place).0));
            let settings = parameters.iter().enumerate().find_map(|(place, (_, ty))| match ty {
                Ty::Settings(name) => Some((place, Arc::clone(name))),
                _ => None,
            });
            parameters.retain(|(_, ty)| ty.is_argument());
            Ok(Signature { parameters, session, settings, returns })
        }
        _ if function.faulty => Err(Vec::new()),
        _ => Err(vec![incomplete(script, function, settings)]),
    }
}

/// How many parameters are named, and how much of a signature is written out.
const MOST: usize = 10;
const LONGEST: usize = 500;

fn incomplete(script: &Source, function: &Function, settings: &[Settings]) -> Diagnostic {
    let name = &function.name;
    let untyped = function.params.iter().filter(|parameter| parameter.ty.is_none());
    let mut missing: Vec<_> = untyped.map(|parameter| quoted(&parameter.name)).collect();
    if let Some(more) = missing.len().checked_sub(MOST).filter(|more| *more > 1) {
        missing.truncate(MOST);
        missing.push(format!("{more} more parameters"));
    }
    if function.returns.is_none() {
        missing.push("the result".to_owned());
    }
    let verb = if missing.len() == 1 { "has" } else { "have" };
    let message =
        format!("{} is exported, and {} {verb} no type", quoted(name), missing.join(" and "));
    Diagnostic::new(Code::MissingType, message)
        .at(script, function.span)
        .help(format!("write `{}`", start_of(&named(function, settings).signature_to_write())))
}

/// The function with a name for a parameter that is written as the name of settings alone.
fn named(function: &Function, settings: &[Settings]) -> Function {
    let mut named = function.clone();
    let taken = function.params.iter().any(|param| param.name == "settings");
    for param in &mut named.params {
        let record = settings.iter().find(|record| *record.name == *param.name);
        if let Some(record) = record.filter(|_| param.ty.is_none() && !taken) {
            param.name = "settings".to_owned();
            param.ty = Some(Ty::Settings(Arc::clone(&record.name)));
        }
    }
    named
}

fn start_of(signature: &str) -> String {
    match signature.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", signature.get(..end).unwrap_or_default()),
        None => signature.to_owned(),
    }
}
