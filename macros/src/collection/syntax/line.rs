//! `#[instruction("...")]` and `#[constraint("...")]`.

use syn::{Attribute, Error, LitStr, Meta};

use crate::collection::model::{Collection, Conditions, Line};
use crate::problems::Problems;

/// Whether an attribute is a standing line.
pub(super) fn is_line(attribute: &Attribute) -> bool {
    attribute.path().is_ident("instruction") || attribute.path().is_ident("constraint")
}

/// Adds the lines that stand on one item.
pub(super) fn add(
    attributes: &[Attribute],
    conditions: &Conditions,
    collection: &mut Collection,
    problems: &mut Problems,
) {
    for attribute in attributes {
        if let Some(text) = problems.keep(text(attribute)) {
            let lines = if attribute.path().is_ident("instruction") {
                &mut collection.instructions
            } else {
                &mut collection.constraints
            };
            lines.push(Line { conditions: conditions.clone(), text });
        }
    }
}

fn text(attribute: &Attribute) -> syn::Result<String> {
    let name = if attribute.path().is_ident("instruction") { "instruction" } else { "constraint" };
    let text = match &attribute.meta {
        Meta::List(list) => list.parse_args::<LitStr>().map_err(|problem| problem.span()),
        other => Err(syn::spanned::Spanned::span(other)),
    };
    let text = text.map_err(|span| {
        Error::new(span, format!("write one text in quotes: `#[{name}(\"...\")]`"))
    })?;
    let line = text.value().trim().to_owned();
    if line.is_empty() {
        let why = format!("the {name} is empty: write something, or leave it out");
        return Err(Error::new(text.span(), why));
    }
    Ok(line)
}
