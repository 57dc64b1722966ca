//! Fields as the members of an object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::settings::model::Field;

/// A field as it is read and written.
pub(super) struct Part<'a> {
    pub(super) field: &'a Field,
    pub(super) ty: Type,
}

/// What reads a struct from an object, and writes it as one.
pub(super) fn members(ident: &Ident, rulebook: &TokenStream, parts: &[Part<'_>]) -> TokenStream {
    let allowed = allowed();
    let derived = quote!(#rulebook::macro_support::derived);
    let idents: Vec<_> = parts.iter().map(|part| &part.field.ident).collect();
    let names: Vec<_> = parts.iter().map(|part| &part.field.name).collect();
    let kinds: Vec<_> = parts.iter().map(|part| kind("field", &part.ty, rulebook)).collect();
    let texts = parts.iter().map(|part| option(part.field.description.as_ref()));
    quote! {
        #[automatically_derived]
        #allowed
        impl #derived::Members for #ident {
            fn members() -> ::std::vec::Vec<#derived::Member> {
                ::std::vec![#(#derived::Member::new(#names, #kinds, #texts)),*]
            }

            fn write(&self, rulebook_writer: &mut #derived::Writer) {
                let _ = &rulebook_writer;
                #(rulebook_writer.put(#names, &self.#idents, #kinds);)*
            }

            fn read(
                rulebook_reader: &mut #derived::Reader,
            ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                let _ = &rulebook_reader;
                ::core::result::Result::Ok(Self {
                    #(#idents: rulebook_reader.take(#names, #kinds)?,)*
                })
            }
        }
    }
}

/// How a type is read and written. The compiler points at the type when it cannot be.
pub(super) fn kind(of: &str, ty: &Type, rulebook: &TokenStream) -> TokenStream {
    let place = Span::call_site().located_at(ty.span());
    let of = Ident::new(of, place);
    let rulebook = rulebook.clone().into_iter().map(|mut token| {
        token.set_span(place);
        token
    });
    let rulebook: TokenStream = rulebook.collect();
    quote_spanned!(place=> #rulebook::macro_support::derived::#of::<#ty>())
}

/// Generated code names what the user's code names: what is deprecated is told there.
pub(super) fn allowed() -> TokenStream {
    quote!(#[allow(deprecated, reason = "what is deprecated is still stored")])
}

/// A text, where there is one.
pub(super) fn option(text: Option<&String>) -> TokenStream {
    match text {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    }
}
