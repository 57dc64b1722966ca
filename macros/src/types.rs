//! Types as they are written.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type, TypeReference};

/// The type inside what a declarative macro or brackets put around it.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}

/// The name of a type without the modules before it.
pub(crate) fn last(ty: &Type) -> Option<&syn::PathSegment> {
    match bare(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// What an `Option` holds, where a type is written as one.
pub(crate) fn in_option(ty: &Type) -> Option<&Type> {
    within("Option", ty)
}

/// What a `Vec` holds, where a type is written as one.
pub(crate) fn in_vec(ty: &Type) -> Option<&Type> {
    within("Vec", ty)
}

/// The only type that one of a name is written with.
fn within<'a>(name: &str, ty: &'a Type) -> Option<&'a Type> {
    let last = last(ty).filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}

/// The owned type to write in the place of a reference.
pub(crate) fn owned(reference: &TypeReference) -> String {
    let owned = match bare(&reference.elem) {
        Type::Slice(slice) => return format!("Vec<{}>", shown(&slice.elem)),
        Type::Path(path) if path.path.is_ident("str") => "String",
        other => match last(other) {
            Some(last) if last.ident == "Path" => "PathBuf",
            _ => return shown(other),
        },
    };
    owned.to_owned()
}

/// A type as people write it.
pub(crate) fn shown(ty: &impl ToTokens) -> String {
    let text = ty.to_token_stream().to_string();
    text.replace(" :: ", "::").replace(" < ", "<").replace(" >", ">").replace(" ,", ",")
}
