//! The macros of `rulebook`, which exports them.

mod collection;
mod crate_path;
mod doc;
mod keys;
mod name;
mod problems;
mod session_state;

use proc_macro::TokenStream;

/// Makes a collection of tools of an `impl` block.
#[proc_macro_attribute]
pub fn tool_collection(keys: TokenStream, item: TokenStream) -> TokenStream {
    collection::expand(keys.into(), item.into()).into()
}

/// Makes a type state of a session, under its name in snake case.
#[proc_macro_derive(SessionState, attributes(session))]
pub fn derive_session_state(item: TokenStream) -> TokenStream {
    session_state::expand(item.into()).into()
}
