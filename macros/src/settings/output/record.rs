//! The settings of a tool.

use proc_macro2::TokenStream;
use quote::quote;

use super::fields::{allowed, kind};
use super::overrides;
use crate::name::plain;
use crate::settings::model::{Field, Member, Owner, Record};

/// What makes a struct the settings of a tool, and what overrides them.
pub(in crate::settings) fn write(record: &Record) -> TokenStream {
    let Record { owner, overrides, members, .. } = record;
    let Owner { ident, rulebook, .. } = owner;
    let (name, allowed) = (plain(ident), allowed());
    let derived = quote!(#rulebook::macro_support::derived);
    let told = members.iter().map(|Member { field, configurable }| {
        let Field { ident, name, description, ty, .. } = field;
        let description = description.as_ref().map(|text| quote!(.description(#text)));
        let configurable = configurable.then(|| quote!(.configurable()));
        let kind = kind("field", ty, rulebook);
        quote! {
            #derived::member(#name, &rulebook_defaults.#ident, #kind) #description #configurable
        }
    });
    let idents: Vec<_> = members.iter().map(|member| &member.field.ident).collect();
    let names: Vec<_> = members.iter().map(|member| &member.field.name).collect();
    let kinds = members.iter().map(|member| kind("field", &member.field.ty, rulebook));
    let more = overrides::write(record);
    quote! {
        #[automatically_derived]
        #allowed
        impl #rulebook::ToolSettings for #ident {
            type Overrides = #overrides;

            fn record() -> #rulebook::SettingsRecord {
                let rulebook_defaults = #derived::code_defaults::<Self>();
                let _ = &rulebook_defaults;
                #rulebook::SettingsRecord::new(#name, ::std::vec![#(#told),*])
            }

            fn from_resolved(
                rulebook_settings: &#rulebook::ResolvedSettings,
            ) -> ::core::result::Result<Self, #rulebook::SettingFault> {
                let rulebook_settings =
                    #derived::Resolved::new(rulebook_settings, &[#(#names),*])?;
                let _ = &rulebook_settings;
                ::core::result::Result::Ok(Self {
                    #(#idents: rulebook_settings.get(#names, #kinds)?,)*
                })
            }
        }

        #more
    }
}
