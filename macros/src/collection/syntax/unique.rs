//! No two tools have one name, or names that a model would mix up.

use std::collections::HashMap;

use proc_macro2::Span;
use syn::Error;

use crate::name::likeness;
use crate::problems::Problems;

/// The names met so far, each under what all names like it have in common.
#[derive(Default)]
pub(super) struct Names(HashMap<String, Vec<Met>>);

struct Met {
    name: String,
    conditional: bool,
}

impl Names {
    /// Takes one more name. Two that are both there under conditions may never be
    /// there together.
    pub(super) fn add(
        &mut self,
        name: &str,
        span: Span,
        conditional: bool,
        problems: &mut Problems,
    ) {
        let alike = self.0.entry(likeness(name)).or_default();
        if let Some(first) = alike.iter().find(|met| !(met.conditional && conditional)) {
            let why = if first.name == name {
                format!("two tools are named `{name}`: rename one")
            } else {
                let first = &first.name;
                format!(
                    "the tool names `{first}` and `{name}` are too alike: names must differ in more \
                     than case, `-` and `_`"
                )
            };
            problems.add(Error::new(span, why));
        }
        alike.push(Met { name: name.to_owned(), conditional });
    }
}
