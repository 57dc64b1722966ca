//! The struct that sets some of the members.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::fields::{Part, allowed, members, option};
use crate::name::plain;
use crate::settings::model::{Field, Owner, Record};

/// The struct, with what reads and writes it, and its schema.
pub(super) fn write(record: &Record) -> TokenStream {
    let Record { owner, visibility, overrides, members: all } = record;
    let Owner { ident, rulebook, description, .. } = owner;
    let configurable = all.iter().filter(|member| member.configurable);
    let parts: Vec<_> = configurable
        .map(|member| Part { field: &member.field, lifted: !member.field.optional })
        .collect();
    let fields =
        parts.iter().map(|Part { field: Field { ident, visibility, docs, ty, .. }, lifted }| {
            let ty = if *lifted { quote!(::core::option::Option<#ty>) } else { quote!(#ty) };
            quote!(#(#docs)* #visibility #ident: #ty)
        });
    let copied = copied(overrides, rulebook, &parts);
    let members = members(overrides, rulebook, &parts);
    let allowed = allowed();
    let about = format!(
        "What stored settings and runs set of `{ident}`: a member that is none is left to the \
         layer below."
    );
    let (name, description) = (overrides.to_string(), option(description.as_ref()));
    let (support, result) = (quote!(#rulebook::macro_support), quote!(::core::result::Result));
    let derived = quote!(#support::derived);
    quote! {
        #[doc = #about]
        #allowed
        #[derive(::core::default::Default)]
        #visibility struct #overrides {
            #(#fields,)*
        }

        #copied
        #members

        #[automatically_derived]
        impl #support::serde::Serialize for #overrides {
            fn serialize<RulebookSerializer: #support::serde::Serializer>(
                &self,
                rulebook_serializer: RulebookSerializer,
            ) -> #result<RulebookSerializer::Ok, RulebookSerializer::Error> {
                #derived::serialize(self, rulebook_serializer)
            }
        }

        #[automatically_derived]
        impl<'rulebook> #support::serde::Deserialize<'rulebook> for #overrides {
            fn deserialize<RulebookDeserializer: #support::serde::Deserializer<'rulebook>>(
                rulebook_deserializer: RulebookDeserializer,
            ) -> #result<Self, RulebookDeserializer::Error> {
                #derived::deserialize(rulebook_deserializer)
            }
        }

        #[automatically_derived]
        impl #support::schemars::JsonSchema for #overrides {
            fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(#name)
            }

            fn schema_id() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(
                    ::core::concat!(::core::module_path!(), "::", #name),
                )
            }

            fn json_schema(
                _: &mut #support::schemars::SchemaGenerator,
            ) -> #support::schemars::Schema {
                #derived::schema_of_overrides::<Self>(#description)
            }
        }
    }
}

/// What copies and shows it: derives would tell again of each type that cannot be stored.
fn copied(overrides: &Ident, rulebook: &TokenStream, parts: &[Part<'_>]) -> TokenStream {
    let (name, allowed) = (overrides.to_string(), allowed());
    let each = |method: &str| {
        let method = Ident::new(method, Span::call_site());
        let values = parts.iter().map(|part| {
            let (ident, kind) = (&part.field.ident, part.kind(rulebook));
            if part.lifted {
                quote! {
                    ::core::option::Option::map(
                        ::core::option::Option::as_ref(&self.#ident),
                        |rulebook_value| #kind.#method(rulebook_value),
                    )
                }
            } else {
                quote!(#kind.#method(&self.#ident))
            }
        });
        values.collect::<Vec<_>>()
    };
    let (clones, shown) = (each("cloned"), each("shown"));
    let idents: Vec<_> = parts.iter().map(|part| &part.field.ident).collect();
    let names = idents.iter().map(|ident| plain(ident));
    quote! {
        #[automatically_derived]
        #allowed
        impl ::core::clone::Clone for #overrides {
            fn clone(&self) -> Self {
                Self { #(#idents: #clones,)* }
            }
        }

        #[automatically_derived]
        #allowed
        impl ::core::fmt::Debug for #overrides {
            fn fmt(&self, rulebook_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut rulebook_shown =
                    ::core::fmt::Formatter::debug_struct(rulebook_f, #name);
                let rulebook_shown = &mut rulebook_shown;
                #(let rulebook_shown = rulebook_shown.field(#names, &#shown);)*
                rulebook_shown.finish()
            }
        }
    }
}
