//! The implementation of the trait.

use proc_macro2::TokenStream;
use quote::quote;

use super::{bounds, context, line, tool};
use crate::collection::model::Collection;

/// What makes the type a collection.
pub(in crate::collection) fn write(collection: &Collection) -> TokenStream {
    let Collection { owner, generics, conditions, name, rulebook, .. } = collection;
    let (parameters, _, _) = generics.split_for_impl();
    let (wheres, check) = (bounds::wheres(collection), bounds::check(collection));
    let tools = collection.tools.iter().map(|one| tool::write(one, collection));
    let instructions = line::write("instructions", &collection.instructions);
    let constraints = line::write("constraints", &collection.constraints);
    let contexts = collection.contexts.iter().map(|one| context::write(one, collection));
    quote! {
        #(#conditions)*
        #[automatically_derived]
        impl #parameters #rulebook::ToolCollection for #owner #wheres {
            fn name(&self) -> ::std::borrow::Cow<'_, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(#name)
            }

            fn tools(
                self: ::std::sync::Arc<Self>,
            ) -> ::std::vec::Vec<::std::sync::Arc<dyn #rulebook::Tool>> {
                let mut rulebook_tools = ::std::vec::Vec::<::std::sync::Arc<dyn #rulebook::Tool>>::new();
                #(#tools)*
                rulebook_tools
            }

            #instructions
            #constraints
            #(#contexts)*
        }

        #check
    }
}
