//! Where the generated code finds `rulebook`: the one place that decides it.

use proc_macro_crate::{Error, FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::LitStr;

/// The path of `rulebook`: as the user says, or else as the manifest of the user's
/// crate names it.
pub(crate) fn crate_path(given: Option<&LitStr>) -> syn::Result<TokenStream> {
    if let Some(given) = given {
        let path = given.parse_with(syn::Path::parse_mod_style).map_err(|_| {
            syn::Error::new(
                given.span(),
                "write the path of a module, such as `my_crate::rulebook`",
            )
        })?;
        return Ok(quote!(#path));
    }
    match crate_name("rulebook") {
        Ok(FoundCrate::Name(name)) => {
            let name = Ident::new_raw(&name, Span::call_site());
            Ok(quote!(::#name))
        }
        // Examples and documentation tests of the library count as the library, and
        // name it like everybody else.
        Ok(FoundCrate::Itself) => Ok(quote!(::rulebook)),
        Err(Error::CrateNotFound { .. }) => Err(syn::Error::new(
            Span::call_site(),
            "`rulebook` is not among the dependencies of this crate: add it, or say where it is \
             with `crate = \"path::to::rulebook\"`",
        )),
        // Built without Cargo, or with a manifest that cannot be read: the usual name.
        Err(_) => Ok(quote!(::rulebook)),
    }
}
