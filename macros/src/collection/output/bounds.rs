//! What a collection has to be, told at the type rather than in what is generated.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::WhereClause;
use syn::spanned::Spanned;

use super::call::made_for;
use crate::collection::model::Collection;

/// The bounds of the implementation: those of the block, and what the trait needs,
/// so that generated code is never what is wrong.
pub(super) fn wheres(collection: &Collection) -> TokenStream {
    let Collection { owner, generics, .. } = collection;
    let written = generics.where_clause.iter();
    let written = written.flat_map(|WhereClause { predicates, .. }| predicates);
    let types = generics.type_params().map(|parameter| &parameter.ident);
    let place = made_for(owner.span());
    let shared = quote_spanned!(place=> ::core::marker::Send + ::core::marker::Sync);
    quote!(where #(#written,)* #(#types: 'static,)* #owner: #shared)
}

/// What fails at the type when the block itself does not promise so much.
pub(super) fn check(collection: &Collection) -> Option<TokenStream> {
    let Collection { owner, generics, conditions, .. } = collection;
    generics.type_params().next()?;
    let (parameters, _, wheres) = generics.split_for_impl();
    let place = made_for(owner.span());
    let call = quote_spanned!(place=> rulebook_shared::<#owner>());
    Some(quote! {
        #(#conditions)*
        const _: () = {
            const fn rulebook_shared<
                RulebookOwner: ::core::marker::Send + ::core::marker::Sync + 'static
            >() {}
            #[allow(dead_code, reason = "it is there to be compiled")]
            const fn rulebook_check #parameters () #wheres {
                #call
            }
        };
    })
}
