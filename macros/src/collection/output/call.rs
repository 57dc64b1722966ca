//! Calling a method.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::collection::model::{Method, Parameter, Tool, Value};

/// Where code stands that was made for a piece of the user's: the compiler points
/// there, and takes it for code of a macro.
pub(super) fn made_for(place: Span) -> Span {
    Span::call_site().located_at(place)
}

/// The call of a method of `owner` with `arguments` that were taken.
pub(super) fn method(method: &Method, owner: &TokenStream, session: &TokenStream) -> TokenStream {
    let Method { name, asynchronous, parameters } = method;
    let given = parameters.iter().enumerate().map(|(index, parameter)| match parameter {
        Parameter::Argument { .. } => {
            let argument = argument(index);
            quote!(#argument)
        }
        Parameter::Session(place) => {
            let place = made_for(*place);
            quote_spanned!(place=> #session)
        }
    });
    let wait = asynchronous.then(|| quote!(.await));
    quote!(Self::#name(#owner, #(#given),*) #wait)
}

fn argument(index: usize) -> Ident {
    format_ident!("rulebook_argument_{index}", span = Span::call_site())
}

/// The function that takes the arguments out, calls the method, and makes an output
/// of what it gives.
pub(super) fn write(tool: &Tool, rulebook: &TokenStream) -> TokenStream {
    let owner = quote!(rulebook_owner);
    let session = quote!(rulebook_session);
    let taken = taken(&tool.method, rulebook);
    let arguments = match taken {
        None => quote!(_),
        Some(_) => quote!(mut rulebook_arguments),
    };
    let call = method(&tool.method, &owner, &session);
    let outcome = outcome(tool, &call, rulebook);
    let place = made_for(tool.method.name.span());
    // The compiler points at the method when its future cannot be sent.
    let run = quote_spanned!(place=> ::std::boxed::Box::pin(async move { #taken #outcome }));
    let ignored = quote!(let _ = #session;);
    quote!(|#owner, #arguments, #session| { #ignored #run })
}

/// Takes every argument out before anything runs, so that all that is wrong with
/// them is told at once.
fn taken(method: &Method, rulebook: &TokenStream) -> Option<TokenStream> {
    let arguments =
        method.parameters.iter().enumerate().filter_map(|(index, parameter)| match parameter {
            Parameter::Argument { name, ty, .. } => Some((argument(index), name, ty)),
            Parameter::Session(_) => None,
        });
    let (mut names, mut takes) = (Vec::new(), Vec::new());
    for (argument, name, ty) in arguments {
        names.push(argument);
        takes.push(quote!(rulebook_arguments.take::<#ty>(#name)));
    }
    let ok = quote!(::core::result::Result::Ok);
    (!names.is_empty()).then(|| {
        quote! {
            let (#(#names,)*) = match (#(#takes,)*) {
                (#(#ok(#names),)*) => (#(#names,)*),
                (#(#names,)*) => return ::core::result::Result::Err(
                    #rulebook::macro_support::refused([#(#names.err()),*])
                ),
            };
        }
    })
}

/// What a method gives as the outcome of the call.
fn outcome(tool: &Tool, call: &TokenStream, rulebook: &TokenStream) -> TokenStream {
    let (ok, err) = (quote!(::core::result::Result::Ok), quote!(::core::result::Result::Err));
    let output = |value: TokenStream| match &tool.outcome.value {
        Value::Typed(ty) => {
            quote!(<#ty as #rulebook::macro_support::IntoOutput>::into_output(#value))
        }
        Value::Output => quote!(#ok(#value)),
    };
    match tool.outcome.failure {
        None => output(call.clone()),
        Some(place) => {
            let output = output(quote!(rulebook_value));
            let failed =
                quote_spanned!(made_for(place)=> #rulebook::macro_support::failed(rulebook_error));
            quote! {
                match #call {
                    #ok(rulebook_value) => #output,
                    #err(rulebook_error) => #err(#failed),
                }
            }
        }
    }
}
