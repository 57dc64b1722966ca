//! No field is there that means nothing: it would be a misspelt one that is
//! silently without effect.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::owner::Owner;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::source::{Source, Span};

/// Longer names are like no field, and comparing them takes long.
const LONGEST: usize = 100;

pub(in crate::manifest) fn problem(
    source: &Source,
    owner: Owner,
    name: &str,
    span: Span,
) -> Diagnostic {
    let near =
        if name.len() > LONGEST { None } else { nearest(name, owner.fields().iter().copied()) };
    let elsewhere = owner.other();
    let help = if elsewhere.fields().contains(&name) {
        format!("`{name}` belongs in {}", elsewhere.home())
    } else if let Some(near) = near {
        format!("did you mean `{near}`?")
    } else {
        let fields: Vec<_> =
            owner.fields().iter().filter(|f| **f != "$schema").map(|f| format!("`{f}`")).collect();
        format!("the fields are {}", fields.join(", "))
    };
    Diagnostic::new(Code::UnknownField, format!("{} has no field {}", owner.any(), quoted(name)))
        .at(source, span)
        .help(help)
}
