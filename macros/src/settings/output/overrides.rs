//! The struct that sets some of the members.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::fields::{Part, allowed, members, option};
use crate::settings::model::{Field, Owner, Record};

/// The struct, with what reads and writes it, and its schema.
pub(super) fn write(record: &Record) -> TokenStream {
    let Record { owner, visibility, overrides, members: all } = record;
    let Owner { ident, rulebook, description, .. } = owner;
    let configurable = all.iter().filter(|member| member.configurable);
    let parts: Vec<_> =
        configurable.map(|member| Part { field: &member.field, ty: ty(&member.field) }).collect();
    let fields = parts.iter().map(|Part { field: Field { ident, visibility, docs, .. }, ty }| {
        quote!(#(#docs)* #visibility #ident: #ty)
    });
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
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::default::Default)]
        #visibility struct #overrides {
            #(#fields,)*
        }

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

/// A member as an option of what it holds.
fn ty(field: &Field) -> syn::Type {
    let ty = &field.ty;
    if field.optional { ty.clone() } else { parse_quote!(::core::option::Option<#ty>) }
}
