//! No two parts of a type have one name.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::{Error, Ident, LitStr};

use crate::name::plain;
use crate::problems::Problems;

/// The names met so far.
pub(super) struct Names<'a> {
    met: HashSet<String>,
    /// What has the names.
    what: &'a str,
    /// Puts a name in the case of the type.
    rename: &'a dyn Fn(&str) -> String,
}

impl<'a> Names<'a> {
    pub(super) fn new(what: &'a str, rename: &'a dyn Fn(&str) -> String) -> Self {
        Self { met: HashSet::new(), what, rename }
    }

    /// The name of one more: the one that it is given, or its own in the case of the type.
    pub(super) fn add(
        &mut self,
        ident: &Ident,
        given: Option<&LitStr>,
        problems: &mut Problems,
    ) -> String {
        let (name, place): (_, Span) = match given {
            Some(given) => (given.value(), given.span()),
            None => ((self.rename)(&plain(ident)), ident.span()),
        };
        if !self.met.insert(name.clone()) {
            let text = format!("two {} are named `{name}`: rename one", self.what);
            problems.add(Error::new(place, text));
        }
        name
    }
}
