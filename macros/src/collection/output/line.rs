//! Standing lines.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::collection::model::Line;

/// The method that gives them; none where there are none.
pub(super) fn write(method: &str, lines: &[Line]) -> Option<TokenStream> {
    if lines.is_empty() {
        return None;
    }
    let method = Ident::new(method, Span::call_site());
    let lines = lines.iter().map(|Line { conditions, text }| {
        quote! {
            #(#conditions)*
            rulebook_lines.push(<::std::string::String as ::core::convert::From<_>>::from(#text));
        }
    });
    Some(quote! {
        fn #method(&self) -> ::std::vec::Vec<::std::string::String> {
            let mut rulebook_lines = ::std::vec::Vec::new();
            #(#lines)*
            rulebook_lines
        }
    })
}
