//! What a model is told of a tool.

use proc_macro2::TokenStream;
use quote::quote;

use crate::collection::model::{Kind, Parameter, Tool, Value};

/// The definition of a tool.
pub(super) fn write(tool: &Tool, rulebook: &TokenStream) -> TokenStream {
    let Tool { name, description, .. } = tool;
    let kind = tool.kind.map(|kind| {
        let kind = match kind {
            Kind::Read => quote!(Read),
            Kind::State => quote!(State),
            Kind::Edit => quote!(Edit),
            Kind::Execute => quote!(Execute),
        };
        quote!(.kind(#rulebook::ToolKind::#kind))
    });
    let approval = tool.requires_approval.then(|| quote!(.requires_approval()));
    let parameters = tool.method.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Session(_) | Parameter::Caller(_) => None,
        Parameter::Settings(ty) => Some(quote!(.settings::<#ty>())),
        Parameter::Argument { name, description, ty } => {
            let description = match description {
                Some(text) => quote!(::core::option::Option::Some(#text)),
                None => quote!(::core::option::Option::None),
            };
            Some(quote!(.parameter::<#ty>(#name, #description)))
        }
    });
    let returns = match &tool.outcome.value {
        Value::Typed(ty) => Some(quote!(.returns::<#ty>())),
        Value::Output | Value::Content(_) => None,
    };
    quote! {
        #rulebook::macro_support::Definition::new(#name, #description)
            #kind #approval #(#parameters)* #returns
    }
}
