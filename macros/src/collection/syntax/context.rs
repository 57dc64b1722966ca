//! The method marked `#[context]`.

use syn::spanned::Spanned;
use syn::{Attribute, FnArg, ImplItemFn, Meta, ReturnType};

use super::lent;
use super::marks::{conditions, deprecated};
use super::parameter::{is_caller, is_session};
use super::signature;
use crate::collection::model::{Context, Method, Parameter};
use crate::problems::Problems;

/// Reads the method; nothing when it could not be called.
pub(super) fn read(
    mark: &Attribute,
    method: &mut ImplItemFn,
    problems: &mut Problems,
) -> Option<Context> {
    let mut found = Problems::default();
    if !matches!(mark.meta, Meta::Path(_)) {
        found.at(&mark.meta, "nothing belongs to it: write `#[context]`");
    }
    signature::check("a context", &method.sig, &mut found);
    let parameters = parameters(method, &mut found);
    let given = match &method.sig.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => {
            let text = "a context gives text: write `-> String`, or `-> Option<String>` where there \
                        may be nothing to say";
            found.at(&method.sig.ident, text);
            None
        }
    };
    if !found.is_empty() {
        problems.join(found);
        return None;
    }
    let asynchronous = method.sig.asyncness.is_some();
    let method_name = method.sig.ident.clone();
    Some(Context {
        conditions: conditions(&method.attrs),
        method: Method {
            name: method_name,
            asynchronous,
            deprecated: deprecated(&method.attrs),
            parameters,
        },
        given: given?,
    })
}

fn parameters(method: &mut ImplItemFn, problems: &mut Problems) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for input in &mut method.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        input.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
        match problems.keep(is_session(&input.ty)) {
            Some(true) if parameters.is_empty() => {
                parameters.push(Parameter::Session(input.ty.span()));
            }
            Some(true) => {
                problems.at(&input.ty, "the session is filled in already: leave this one out");
            }
            Some(false) => {
                let text = match lent::settings(&input.ty) {
                    _ if !matches!(is_caller(&input.ty), Ok(false)) => {
                        "nobody waits for a context who could be told or asked anything: take \
                         `&self` and `&Session`"
                    }
                    Ok(None) => "nobody gives a context arguments: take `&self` and `&Session`",
                    _ => "settings belong to the calls of a tool: take `&self` and `&Session`",
                };
                problems.at(&input.ty, text);
            }
            None => {}
        }
    }
    parameters
}
