//! Every problem of an item, to be told at once.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Error;

/// Every problem of an item, to be told at once.
#[derive(Default)]
pub(crate) struct Problems(Option<Error>);

impl Problems {
    /// One more, which may be several.
    pub(crate) fn add(&mut self, problem: Error) {
        match &mut self.0 {
            None => self.0 = Some(problem),
            Some(first) => first.combine(problem),
        }
    }

    /// One more, at the tokens that are wrong.
    pub(crate) fn at(&mut self, place: impl ToTokens, message: impl Display) {
        self.add(Error::new_spanned(place, message));
    }

    /// What was read, unless there is a problem with it.
    pub(crate) fn keep<T>(&mut self, read: syn::Result<T>) -> Option<T> {
        read.map_err(|problem| self.add(problem)).ok()
    }

    /// All those of a part.
    pub(crate) fn join(&mut self, others: Self) {
        if let Some(others) = others.0 {
            self.add(others);
        }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// What makes the compiler tell them.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.map(Error::into_compile_error).unwrap_or_default()
    }
}
