//! `#[tool_collection]`: an `impl` block as a collection of tools.

mod model;
mod output;
mod syntax;

use proc_macro2::TokenStream;
use quote::quote;

use crate::problems::Problems;

/// The block without our attributes, what makes it a collection, and what is wrong
/// with it.
pub(crate) fn expand(keys: TokenStream, item: TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let (item, collection) = syntax::read(keys, item, &mut problems);
    let implementation = collection.map(|collection| output::write(&collection));
    let problems = problems.into_tokens();
    quote!(#item #implementation #problems)
}
