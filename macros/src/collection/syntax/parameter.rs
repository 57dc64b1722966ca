//! What a method takes: arguments from the model, and what is filled in.

use std::collections::HashSet;

use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Attribute, Error, FnArg, Pat, PatType, Signature, Type};

use super::lent;
use crate::collection::model::Parameter;
use crate::problems::Problems;
use crate::types::{bare, last, owned};
use crate::{doc, name};

/// The parameters of a method behind `&self`, whose descriptions are taken off.
pub(super) fn read(signature: &mut Signature, problems: &mut Problems) -> Vec<Parameter> {
    let mut names = HashSet::new();
    let (mut sessions, mut callers, mut settings) = (0, 0, 0);
    let mut parameters = Vec::new();
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let description = problems.keep(doc::text(&input.attrs)).flatten();
        input.attrs.retain(|attribute| !attribute.path().is_ident("doc"));
        if let Some(condition) = input.attrs.iter().find(|one| is_condition(one)) {
            let text = "a parameter is always there: put the `#[cfg]` on the method";
            problems.at(condition, text);
        }
        let Some(parameter) = problems.keep(parameter(input, description)) else { continue };
        match &parameter {
            Parameter::Session(_) => {
                sessions += 1;
                if sessions == 2 {
                    problems.at(&input.ty, "the session is filled in already: leave this one out");
                }
            }
            Parameter::Caller(_) => {
                callers += 1;
                if callers == 2 {
                    problems.at(&input.ty, "the caller is filled in already: leave this one out");
                }
            }
            Parameter::Settings(_) => {
                settings += 1;
                if settings == 2 {
                    let text =
                        "a tool has one record of settings: put the members of both into one";
                    problems.at(&input.ty, text);
                }
            }
            Parameter::Argument { name, .. } => {
                if let Some(why) = name::refused("parameter", name) {
                    problems.at(&input.pat, why);
                }
                if !names.insert(name.clone()) {
                    problems
                        .at(&input.pat, format!("two parameters are named `{name}`: rename one"));
                }
            }
        }
        parameters.push(parameter);
    }
    parameters
}

fn is_condition(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

fn parameter(input: &PatType, description: Option<String>) -> syn::Result<Parameter> {
    if is_session(&input.ty)? {
        return Ok(Parameter::Session(input.ty.span()));
    }
    if is_caller(&input.ty)? {
        return Ok(Parameter::Caller(input.ty.span()));
    }
    if let Some(settings) = lent::settings(&input.ty)? {
        if let Pat::Wild(wild) = &*input.pat {
            let text = "the settings reach nothing: name them, or leave the parameter out";
            return Err(Error::new_spanned(wild, text));
        }
        return Ok(Parameter::Settings(Box::new(settings.clone())));
    }
    hold_to_owned(&input.ty)?;
    let name = match &*input.pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => name::plain(&pat.ident),
        Pat::Wild(wild) => {
            let text = "the model gives an argument by its name: write one, such as `order`";
            return Err(Error::new_spanned(wild, text));
        }
        pattern => {
            let text = "the model gives an argument by its name: write a name, and take the value \
                        apart in the body";
            return Err(Error::new_spanned(pattern, text));
        }
    };
    Ok(Parameter::Argument { name, description, ty: input.ty.clone() })
}

/// What is filled in by its name.
struct Filled {
    name: &'static str,
    what: &'static str,
    why_not_mut: &'static str,
}

const SESSION: Filled =
    Filled { name: "Session", what: "session", why_not_mut: "changes behind `&`" };

const CALLER: Filled =
    Filled { name: "Caller", what: "caller", why_not_mut: "is told and asked behind `&`" };

/// Whether a type is that of the session.
pub(super) fn is_session(ty: &Type) -> syn::Result<bool> {
    SESSION.is(ty)
}

/// Whether a type is that of whoever calls.
pub(super) fn is_caller(ty: &Type) -> syn::Result<bool> {
    CALLER.is(ty)
}

impl Filled {
    fn is(&self, ty: &Type) -> syn::Result<bool> {
        let Self { name, what, why_not_mut } = self;
        let why = match bare(ty) {
            Type::Reference(reference) if self.is_named(&reference.elem) => {
                let lifetime = reference.lifetime.as_ref();
                match reference.mutability {
                    None if lifetime.is_some_and(|name| name.ident != "_") => {
                        format!("the {what} is lent to a call: write `&{name}`")
                    }
                    None => return Ok(true),
                    Some(_) => format!("the {what} {why_not_mut}: write `&{name}`"),
                }
            }
            other if self.is_named(other) => format!(
                "the {what} is lent to a call: write `&{name}`; if this is a type of your own that \
                 the model gives, rename it"
            ),
            _ => return Ok(false),
        };
        Err(Error::new_spanned(ty, why))
    }

    fn is_named(&self, ty: &Type) -> bool {
        last(ty).is_some_and(|last| last.ident == self.name)
    }
}

/// Holds the type of an argument to what can be made of JSON.
fn hold_to_owned(ty: &Type) -> syn::Result<()> {
    let mut borrowed = Borrowed(None);
    borrowed.visit_type_mut(&mut ty.clone());
    borrowed.0.map_or(Ok(()), Err)
}

/// The first part of a type that cannot be made of JSON.
struct Borrowed(Option<Error>);

impl VisitMut for Borrowed {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let why = match ty {
            Type::Reference(reference) if SESSION.is_named(&reference.elem) => {
                "the session is always there: write `&Session`".to_owned()
            }
            Type::Reference(reference) if CALLER.is_named(&reference.elem) => {
                "the caller is always there: write `&Caller`".to_owned()
            }
            Type::Reference(reference) => format!(
                "an argument belongs to its call: take `{}`; only `&Session`, `&Caller` and \
                 settings are filled in by reference",
                owned(reference)
            ),
            Type::ImplTrait(_) => {
                "an argument is of one type: name it in the place of `impl`".to_owned()
            }
            Type::Infer(_) => "an argument is of one type: name it in the place of `_`".to_owned(),
            _ => return syn::visit_mut::visit_type_mut(self, ty),
        };
        self.0.get_or_insert(Error::new_spanned(ty, why));
    }
}
