//! `#[derive(SessionState)]`: a type as state of a session.

use heck::ToSnakeCase;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident};

use crate::crate_path::crate_path;
use crate::keys::Keys;
use crate::name;
use crate::problems::Problems;

/// What may stand in `#[session(...)]`.
const KEYS: [&str; 2] = ["name", "crate"];

/// A type that is state of a session.
struct State {
    owner: Ident,
    name: String,
    /// The path of `rulebook`.
    rulebook: TokenStream,
}

/// What makes a type state of a session, or what is wrong with it.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let item = problems.keep(syn::parse2::<DeriveInput>(item));
    let state = item.and_then(|item| read(&item, &mut problems)).map(|state| write(&state));
    let problems = problems.into_tokens();
    quote!(#state #problems)
}

fn read(item: &DeriveInput, problems: &mut Problems) -> Option<State> {
    if !item.generics.params.is_empty() {
        let owner = &item.ident;
        let text = format!(
            "state is kept under one name, whatever `{owner}` holds: derive it for a type without \
             parameters"
        );
        problems.at(&item.generics.params, text);
    }
    let (mut name, mut path) = (None, None);
    for attribute in item.attrs.iter().filter(|attribute| attribute.path().is_ident("session")) {
        let keys = Keys::of(attribute, &KEYS, problems);
        for (key, known) in [("name", &name), ("crate", &path)] {
            if known.is_some() && keys.has(key) {
                problems.at(attribute, format!("`{key}` is there already: leave one out"));
            }
        }
        name = name.or(keys.text("name", problems));
        path = path.or(keys.text("crate", problems));
    }
    let rulebook = problems.keep(crate_path(path.as_ref()))?;
    let name = name.map_or_else(|| name::plain(&item.ident).to_snake_case(), |name| name.value());
    problems.is_empty().then(|| State { owner: item.ident.clone(), name, rulebook })
}

fn write(state: &State) -> TokenStream {
    let State { owner, name, rulebook } = state;
    quote! {
        #[automatically_derived]
        impl #rulebook::SessionState for #owner {
            const NAME: &'static ::core::primitive::str = #name;
        }
    }
}
