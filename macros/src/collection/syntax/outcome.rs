//! What a method gives, by how it is written.

use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{
    Error, GenericArgument, PathArguments, PathSegment, ReturnType, Type, parse_quote_spanned,
};

use crate::collection::model::{Failure, Outcome, Value};
use crate::types::{in_vec, last};

/// What a tool gives.
pub(super) fn read(output: &ReturnType, method: &syn::Ident) -> syn::Result<Outcome> {
    let ReturnType::Type(_, ty) = output else {
        let unit = parse_quote_spanned!(method.span()=> ());
        return Ok(Outcome { value: Value::Typed(Box::new(unit)), failure: None });
    };
    named(ty)?;
    match last(ty) {
        Some(last) if last.ident == "Result" => {
            let (value, failure) = parts(last)?;
            let failure = match failure {
                Some(failure) => Failure::Typed(Box::new(failure.clone())),
                None => Failure::Unnamed(ty.span()),
            };
            Ok(Outcome { value: of(value), failure: Some(failure) })
        }
        _ => Ok(Outcome { value: of(ty), failure: None }),
    }
}

fn of(ty: &Type) -> Value {
    match last(ty) {
        Some(last) if last.ident == "ToolOutput" => Value::Output,
        _ if is_block(ty) || in_vec(ty).is_some_and(is_block) => {
            Value::Content(Box::new(ty.clone()))
        }
        _ => Value::Typed(Box::new(ty.clone())),
    }
}

fn is_block(ty: &Type) -> bool {
    last(ty).is_some_and(|last| last.ident == "ContentBlock")
}

/// What a `Result` holds: the value, and the failure where it is written.
fn parts(result: &PathSegment) -> syn::Result<(&Type, Option<&Type>)> {
    let mut types = match &result.arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    }
    .into_iter()
    .flatten()
    .filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    match types.next() {
        Some(value) => Ok((value, types.next())),
        None => Err(Error::new_spanned(
            result,
            "the schema is made of the type in it: write `Result<T, E>`, or `Result<T>`",
        )),
    }
}

/// Holds a type to having a name.
fn named(ty: &Type) -> syn::Result<()> {
    let mut unnamed = Unnamed(None);
    unnamed.visit_type_mut(&mut ty.clone());
    unnamed.0.map_or(Ok(()), Err)
}

/// The first part of a type that has no name.
struct Unnamed(Option<Error>);

impl VisitMut for Unnamed {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::ImplTrait(unnamed) = ty {
            let text = "the schema is made of the type: name it in the place of `impl`, and write \
                        `async fn` where it is a future";
            self.0.get_or_insert(Error::new_spanned(unnamed, text));
        } else {
            syn::visit_mut::visit_type_mut(self, ty);
        }
    }
}
