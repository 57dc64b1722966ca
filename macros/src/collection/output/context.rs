//! The live context.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::call::{made_for, method};
use crate::collection::model::{Collection, Context};

/// The method that gives it.
pub(super) fn write(context: &Context, collection: &Collection) -> TokenStream {
    let Collection { name, rulebook, .. } = collection;
    let Context { conditions, method: called, given } = context;
    let place = made_for(*given);
    let text = |owner: TokenStream, session: TokenStream| {
        let call = method(called, &owner, &session);
        quote_spanned!(place=> #rulebook::macro_support::IntoContext::into_context(#call))
    };
    let future = if called.asynchronous {
        let text = text(quote!(&*self), quote!(&rulebook_session));
        let place = made_for(called.name.span());
        quote_spanned!(place=> ::std::boxed::Box::pin(async move { #text }))
    } else {
        // What blocks would hold up whoever asks, past any deadline.
        let text = text(quote!(rulebook_owner), quote!(rulebook_session));
        quote! {
            ::std::boxed::Box::pin(#rulebook::macro_support::blocking_context(
                self,
                rulebook_session,
                |rulebook_owner, rulebook_session| {
                    let _ = rulebook_session;
                    #text
                },
            ))
        }
    };
    quote! {
        #(#conditions)*
        fn context(
            self: ::std::sync::Arc<Self>,
            rulebook_session: #rulebook::Session,
        ) -> #rulebook::ContextFuture {
            let rulebook_session = rulebook_session.for_collection(#name);
            #future
        }
    }
}
