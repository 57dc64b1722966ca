//! The macros of `rulebook`, which exports them.

use proc_macro::TokenStream;

/// Makes a collection of tools of an `impl` block.
#[proc_macro_attribute]
pub fn tool_collection(_attributes: TokenStream, block: TokenStream) -> TokenStream {
    block
}

/// Makes a type state of a session, under its name in snake case.
#[proc_macro_derive(SessionState, attributes(session))]
pub fn session_state(_item: TokenStream) -> TokenStream {
    TokenStream::new()
}
