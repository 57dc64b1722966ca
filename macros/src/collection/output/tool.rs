//! A method as a tool.

use proc_macro2::TokenStream;
use quote::quote;

use super::{call, definition};
use crate::collection::model::{Collection, Tool};

/// The statement that adds it to `tools`.
pub(super) fn write(tool: &Tool, collection: &Collection) -> TokenStream {
    let Collection { name, rulebook, .. } = collection;
    let conditions = &tool.conditions;
    let definition = definition::write(tool, rulebook);
    let run = call::write(tool, rulebook);
    quote! {
        #(#conditions)*
        rulebook_tools.push(::std::sync::Arc::new(#rulebook::macro_support::MethodTool::new(
            ::core::clone::Clone::clone(&self),
            #name,
            #definition,
            #run,
        )));
    }
}
