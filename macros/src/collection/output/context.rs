//! The live context.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::call::{made_for, method};
use crate::collection::model::{Collection, Context};

/// The method that gives it.
pub(super) fn write(context: &Context, collection: &Collection) -> TokenStream {
    let Collection { name, rulebook, .. } = collection;
    let Context { conditions, method: called, given } = context;
    let call = method(called);
    let text = quote!(<#given as #rulebook::macro_support::IntoContext>::into_context(#call));
    let future = if called.asynchronous {
        // The compiler points at the method when its future cannot be sent.
        let place = made_for(called.name.span());
        let borrow = quote! {
            let (rulebook_owner, rulebook_session) = (&*self, &rulebook_session);
            let _ = rulebook_session;
        };
        quote_spanned! {place=>
            ::std::boxed::Box::pin(#rulebook::macro_support::async_context(
                move || async move { #borrow #text },
            ))
        }
    } else {
        // What blocks would hold up whoever asks, past any deadline.
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
