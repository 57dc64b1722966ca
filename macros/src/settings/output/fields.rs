//! Fields as the members of an object.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::settings::model::Field;

/// A field as it is read and written.
pub(super) struct Part<'a> {
    pub(super) field: &'a Field,
    /// It is an option of what the field holds.
    pub(super) lifted: bool,
}

impl Part<'_> {
    pub(super) fn kind(&self, rulebook: &TokenStream) -> TokenStream {
        kind("field", &self.field.ty, rulebook)
    }
}

/// What reads a struct from an object, and writes it as one.
pub(super) fn members(ident: &Ident, rulebook: &TokenStream, parts: &[Part<'_>]) -> TokenStream {
    let allowed = allowed();
    let derived = quote!(#rulebook::macro_support::derived);
    let told = parts.iter().map(|part| {
        let (name, kind) = (&part.field.name, part.kind(rulebook));
        let text = option(part.field.description.as_ref());
        let optional = part.lifted.then(|| quote!(.optional()));
        quote!(#derived::Member::new(#name, #kind, #text) #optional)
    });
    let written = parts.iter().map(|part| {
        let (ident, name, kind) = (&part.field.ident, &part.field.name, part.kind(rulebook));
        if part.lifted {
            let value = quote!(::core::option::Option::as_ref(&self.#ident));
            quote!(rulebook_writer.put_option(#name, #value, #kind);)
        } else {
            quote!(rulebook_writer.put(#name, &self.#ident, #kind);)
        }
    });
    let read = parts.iter().map(|part| {
        let (ident, name, kind) = (&part.field.ident, &part.field.name, part.kind(rulebook));
        let take = if part.lifted { quote!(take_option) } else { quote!(take) };
        quote!(#ident: rulebook_reader.#take(#name, #kind)?)
    });
    quote! {
        #[automatically_derived]
        #allowed
        impl #derived::Members for #ident {
            fn members() -> ::std::vec::Vec<#derived::Member> {
                ::std::vec![#(#told),*]
            }

            fn write(&self, rulebook_writer: &mut #derived::Writer) {
                let _ = &rulebook_writer;
                #(#written)*
            }

            fn read(
                rulebook_reader: &mut #derived::Reader,
            ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                let _ = &rulebook_reader;
                ::core::result::Result::Ok(Self {
                    #(#read,)*
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
