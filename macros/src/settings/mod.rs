//! `#[derive(ToolSettings)]` and `#[derive(SettingValue)]`: a type as the settings of a
//! tool, and as what a setting can hold.

mod model;
mod output;
mod syntax;

use proc_macro2::TokenStream;
use quote::quote;

use crate::problems::Problems;

/// What makes a type the settings of a tool, or what is wrong with it.
pub(crate) fn expand_record(item: TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let record = problems.keep(syn::parse2(item));
    let record = record.and_then(|item| syntax::record(&item, &mut problems));
    let (code, problems) = (record.map(|record| output::record(&record)), problems.into_tokens());
    quote!(#code #problems)
}

/// What makes a type something that a setting can hold, or what is wrong with it.
pub(crate) fn expand_value(item: TokenStream) -> TokenStream {
    let mut problems = Problems::default();
    let value = problems.keep(syn::parse2(item));
    let value = value.and_then(|item| syntax::value(&item, &mut problems));
    let (code, problems) = (value.map(|value| output::value(&value)), problems.into_tokens());
    quote!(#code #problems)
}
