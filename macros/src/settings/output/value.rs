//! What a setting can hold.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use super::fields::{Part, allowed, kind, members, option};
use crate::settings::model::{Field, Owner, Stored, Value, Variant};

/// What makes a type something that a setting can hold.
pub(in crate::settings) fn write(value: &Value) -> TokenStream {
    let Value { owner, stored } = value;
    let Owner { ident, rulebook, .. } = owner;
    let (allowed, json) = (allowed(), json(rulebook));
    let Written { holds, schema, to_json, from_json, more } = match stored {
        Stored::Struct(fields) => of_struct(owner, fields),
        Stored::Newtype(ty) => of_newtype(owner, ty),
        Stored::Enum(variants) => of_enum(owner, variants),
    };
    // The compiler names it, and points at the type.
    let place = Span::call_site().located_at(ident.span());
    let constant = Ident::new("RULEBOOK_A_STORED_TYPE_NEVER_CONTAINS_ITSELF", place);
    let constant_item = quote_spanned!(place=> const #constant: () = { #(let _ = #holds;)* };);
    quote! {
        #[automatically_derived]
        #allowed
        impl #rulebook::SettingValue for #ident {
            const NEVER_CONTAINS_ITSELF: () = Self::#constant;

            fn schema() -> #json {
                #schema
            }

            fn to_json(&self) -> #json {
                #to_json
            }

            fn from_json(
                rulebook_value: #json,
            ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                #from_json
            }
        }

        #[automatically_derived]
        #allowed
        impl #ident {
            #[doc(hidden)]
            #constant_item
        }

        // Worked out here, so that the compiler stops at a type that contains itself.
        #allowed
        const _: () = #ident::#constant;

        #more
    }
}

/// The parts of an implementation.
struct Written {
    /// What it holds.
    holds: Vec<TokenStream>,
    schema: TokenStream,
    to_json: TokenStream,
    from_json: TokenStream,
    more: TokenStream,
}

fn json(rulebook: &TokenStream) -> TokenStream {
    quote!(#rulebook::macro_support::serde_json::Value)
}

fn of_struct(owner: &Owner, fields: &[Field]) -> Written {
    let Owner { ident, rulebook, description, .. } = owner;
    let derived = quote!(#rulebook::macro_support::derived);
    let parts: Vec<_> = fields.iter().map(|field| Part { field, lifted: false }).collect();
    let description = option(description.as_ref());
    Written {
        holds: fields.iter().map(|field| kind("field", &field.ty, rulebook)).collect(),
        schema: quote!(#derived::schema::<Self>(#description)),
        to_json: quote!(#derived::to_json(self)),
        from_json: quote!(#derived::from_json(rulebook_value)),
        more: members(ident, rulebook, &parts),
    }
}

fn of_newtype(owner: &Owner, ty: &Type) -> Written {
    let Owner { rulebook, .. } = owner;
    let kind = kind("value", ty, rulebook);
    Written {
        schema: quote!(#kind.schema()),
        to_json: quote!(#kind.to_json(&self.0)),
        from_json: quote!(::core::result::Result::Ok(Self(#kind.from_json(rulebook_value)?))),
        holds: vec![kind],
        more: TokenStream::new(),
    }
}

fn of_enum(owner: &Owner, variants: &[Variant]) -> Written {
    let Owner { ident, rulebook, description, .. } = owner;
    let (derived, json) = (quote!(#rulebook::macro_support::derived), json(rulebook));
    let allowed = allowed();
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name).collect();
    let texts = variants.iter().map(|variant| option(variant.description.as_ref()));
    let choices = quote!(&[#((#names, #texts)),*]);
    let description = option(description.as_ref());
    let option = quote!(::core::option::Option);
    let schema = quote!(#derived::choice_schema(#choices, #description));
    let chosen = quote! {
        #derived::chosen(rulebook_value, &[#(#names),*], |rulebook_name| match rulebook_name {
            #(#names => #option::Some(Self::#idents),)*
            _ => #option::None,
        })
    };
    let text = quote!(<::std::string::String as ::core::convert::From<_>>::from);
    Written {
        holds: Vec::new(),
        schema: schema.clone(),
        to_json: quote!(#json::String(<Self as #rulebook::SettingKey>::to_key(self))),
        from_json: quote! {
            let rulebook_value = &rulebook_value;
            #chosen
        },
        more: quote! {
            #[automatically_derived]
            #allowed
            impl #rulebook::SettingKey for #ident {
                fn key_schema() -> #json {
                    #schema
                }

                fn to_key(&self) -> ::std::string::String {
                    #text(match self { #(Self::#idents => #names,)* })
                }

                fn from_key(
                    rulebook_name: &::core::primitive::str,
                ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                    let rulebook_value = &#json::String(#text(rulebook_name));
                    #chosen
                }
            }
        },
    }
}
