//! Calling a method.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::collection::model::{Failure, Method, Parameter, Tool, Value};

/// Where code stands that was made for a piece of the user's: the compiler points
/// there, and takes it for code of a macro.
pub(super) fn made_for(place: Span) -> Span {
    Span::call_site().located_at(place)
}

/// The call of a method of `rulebook_owner`, with the arguments that were taken and
/// `rulebook_session`, which are references both.
pub(super) fn method(method: &Method) -> TokenStream {
    let Method { name, asynchronous, deprecated, parameters } = method;
    let given = parameters.iter().enumerate().map(|(index, parameter)| match parameter {
        Parameter::Argument { .. } => {
            let argument = argument(index);
            quote!(#argument?)
        }
        Parameter::Session(place) => quote_spanned!(made_for(*place)=> rulebook_session),
        Parameter::Caller(place) => quote_spanned!(made_for(*place)=> &rulebook_caller),
        Parameter::Settings(ty) => quote_spanned!(made_for(ty.span())=> &rulebook_settings),
    });
    let wait = asynchronous.then(|| quote!(.await));
    let call = quote!(Self::#name(rulebook_owner, #(#given),*) #wait);
    if !deprecated {
        return call;
    }
    quote! {{
        #[allow(deprecated, reason = "the collection still has the tool")]
        let rulebook_given = #call;
        rulebook_given
    }}
}

fn argument(index: usize) -> Ident {
    format_ident!("rulebook_argument_{index}", span = Span::call_site())
}

/// The function that takes the arguments out, calls the method, and makes an output
/// of what it gives.
pub(super) fn write(tool: &Tool, rulebook: &TokenStream) -> TokenStream {
    let taken = taken(&tool.method, rulebook);
    let arguments = match &taken {
        None => quote!(_),
        Some(_) if takes_arguments(&tool.method) => quote!(mut rulebook_arguments),
        Some(_) => quote!(rulebook_arguments),
    };
    let outcome = outcome(tool, rulebook);
    // The compiler points at the method when its future cannot be sent.
    let place = made_for(tool.method.name.span());
    let run = quote_spanned!(place=> ::std::boxed::Box::pin(async move { #taken #outcome }));
    quote! {
        |rulebook_owner, #arguments, rulebook_session| {
            let _ = rulebook_session;
            #run
        }
    }
}

fn takes_arguments(method: &Method) -> bool {
    method.parameters.iter().any(|parameter| matches!(parameter, Parameter::Argument { .. }))
}

/// Takes every argument out before anything runs, so that all that is wrong with
/// them is told at once, and then what is filled in.
fn taken(method: &Method, rulebook: &TokenStream) -> Option<TokenStream> {
    let (ok, err) = (quote!(::core::result::Result::Ok), quote!(::core::result::Result::Err));
    let (mut settings, mut caller) = (None, None);
    let takes = method.parameters.iter().enumerate().filter_map(|(index, parameter)| {
        let (name, ty) = match parameter {
            Parameter::Argument { name, ty, .. } => (name, ty),
            Parameter::Settings(ty) => {
                settings = Some(ty);
                return None;
            }
            Parameter::Caller(place) => {
                let place = made_for(*place);
                caller = Some(quote_spanned! {place=>
                    let rulebook_caller = rulebook_arguments.caller();
                });
                return None;
            }
            Parameter::Session(_) => return None,
        };
        let argument = argument(index);
        // The compiler points at settings that the model would be asked for.
        let check = quote_spanned!(made_for(ty.span())=> RulebookTaken::<#ty>::check());
        Some(quote! {
            {
                use #rulebook::macro_support::{ByValue as _, Taken as RulebookTaken};
                #check;
            }
            let #argument = rulebook_arguments.take::<#ty>(#name);
        })
    });
    let takes: Vec<_> = takes.collect();
    let held =
        settings.map(|ty| quote!(let rulebook_settings = rulebook_arguments.settings::<#ty>();));
    let settings = settings.map(|_| {
        quote! {
            let rulebook_settings = match rulebook_settings {
                #ok(rulebook_settings) => rulebook_settings,
                #err(rulebook_error) => return #err(rulebook_error),
            };
        }
    });
    (!takes.is_empty() || settings.is_some() || caller.is_some()).then(|| {
        quote! {
            #(#takes)*
            #held
            #caller
            if let #err(rulebook_error) = rulebook_arguments.finish() {
                return #err(rulebook_error);
            }
            #settings
        }
    })
}

/// What a method gives as the outcome of the call.
fn outcome(tool: &Tool, rulebook: &TokenStream) -> TokenStream {
    let (ok, err) = (quote!(::core::result::Result::Ok), quote!(::core::result::Result::Err));
    let output = |value: TokenStream| match &tool.outcome.value {
        Value::Typed(ty) => {
            // The compiler points at a result by another name, which would be JSON too.
            let check = quote_spanned!(made_for(ty.span())=> RulebookGiven::<#ty>::check());
            quote! {{
                use #rulebook::macro_support::{Given as RulebookGiven, Plain as _};
                #check;
                <#ty as #rulebook::macro_support::IntoOutput>::into_output(#value)
            }}
        }
        Value::Output => quote!(#ok(#value)),
        // The compiler points at a type of that name that is none.
        Value::Content(ty) => quote! {
            #ok(<#ty as #rulebook::macro_support::IntoContent>::into_content(#value))
        },
    };
    let call = method(&tool.method);
    let Some(failure) = &tool.outcome.failure else { return output(call) };
    let output = output(quote!(rulebook_value));
    let error = match failure {
        Failure::Unnamed(place) => quote_spanned!(made_for(*place)=> rulebook_error),
        // The compiler points at a type that is no error.
        Failure::Typed(ty) => quote! {
            <#ty as ::core::convert::Into<
                ::std::boxed::Box<
                    dyn ::std::error::Error + ::core::marker::Send + ::core::marker::Sync,
                >,
            >>::into(rulebook_error)
        },
    };
    quote! {
        match #call {
            #ok(rulebook_value) => #output,
            #err(rulebook_error) => #err(#rulebook::macro_support::failed(#error)),
        }
    }
}
