//! What `serde` calls a thing, so that it has one name.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Meta, Token};

use crate::keys::literal;
use crate::problems::Problems;

/// What `#[serde(rename = "...")]` or the like says. Anything wrong in such an attribute
/// is for `serde` to tell.
pub(super) fn said(attributes: &[Attribute], key: &str, problems: &mut Problems) -> Option<LitStr> {
    let attributes = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
    let metas = attributes.filter_map(|attribute| match &attribute.meta {
        Meta::List(list) => read(&list.tokens),
        Meta::Path(_) | Meta::NameValue(_) => None,
    });
    let meta = metas.flatten().find(|meta| meta.path().is_ident(key))?;
    let ways = match &meta {
        Meta::Path(_) => return None,
        Meta::NameValue(value) => return literal(&value.value).cloned(),
        Meta::List(list) => read(&list.tokens)?,
    };
    let said = |way: &str| match ways.iter().find(|meta| meta.path().is_ident(way))? {
        Meta::NameValue(value) => literal(&value.value).cloned(),
        Meta::Path(_) | Meta::List(_) => None,
    };
    match (said("serialize"), said("deserialize")) {
        (Some(written), Some(read)) if written.value() == read.value() => Some(written),
        _ => {
            let text = "a setting is written and read by one name: give both the same";
            problems.at(&meta, text);
            None
        }
    }
}

fn read(tokens: &proc_macro2::TokenStream) -> Option<Punctuated<Meta, Token![,]>> {
    Punctuated::parse_terminated.parse2(tokens.clone()).ok()
}
