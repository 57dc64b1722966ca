//! Fields as the members of an object.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;

use crate::settings::model::{Field, Owner};

/// A field as it is read and written.
pub(super) struct Part<'a> {
    pub(super) field: &'a Field,
    pub(super) ty: Type,
}

/// What reads a struct from an object, and writes it as one.
pub(super) fn members(ident: &Ident, owner: &Owner, parts: &[Part<'_>]) -> TokenStream {
    let Owner { rulebook, .. } = owner;
    let allowed = allowed(owner);
    let derived = quote!(#rulebook::macro_support::derived);
    let idents: Vec<_> = parts.iter().map(|part| &part.field.ident).collect();
    let names: Vec<_> = parts.iter().map(|part| &part.field.name).collect();
    let types: Vec<_> = parts.iter().map(|part| &part.ty).collect();
    let texts = parts.iter().map(|part| option(part.field.description.as_ref()));
    quote! {
        #[automatically_derived]
        #allowed
        impl #derived::Members for #ident {
            fn members() -> ::std::vec::Vec<#derived::Member> {
                ::std::vec![#(#derived::Member::of::<#types>(#names, #texts)),*]
            }

            fn write(&self, rulebook_writer: &mut #derived::Writer) {
                let _ = &rulebook_writer;
                #(rulebook_writer.put(#names, &self.#idents);)*
            }

            fn read(
                rulebook_reader: &mut #derived::Reader,
            ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                let _ = &rulebook_reader;
                ::core::result::Result::Ok(Self {
                    #(#idents: rulebook_reader.take(#names)?,)*
                })
            }
        }
    }
}

/// What generated code may name although it is deprecated.
pub(super) fn allowed(owner: &Owner) -> Option<TokenStream> {
    owner
        .deprecated
        .then(|| quote!(#[allow(deprecated, reason = "what is deprecated is still stored")]))
}

/// A text, where there is one.
pub(super) fn option(text: Option<&String>) -> TokenStream {
    match text {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    }
}
