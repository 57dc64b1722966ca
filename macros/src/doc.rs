//! Doc comments as text for a model.

use syn::{Attribute, Error, Meta};

use crate::keys::literal;

/// What the doc comments say, as Markdown without indentation; nothing when they
/// say nothing.
pub(crate) fn text(attributes: &[Attribute]) -> syn::Result<Option<String>> {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        // `#[doc(hidden)]` and the like say nothing.
        let Meta::NameValue(doc) = &attribute.meta else { continue };
        let Some(text) = literal(&doc.value) else {
            let text = "this text is not known when the macro runs: write it as a doc comment, or \
                        as `description = \"...\"`";
            return Err(Error::new_spanned(&doc.value, text));
        };
        lines.extend(undecorated(&text.value()));
    }
    let indents = lines.iter().filter(|line| !line.trim().is_empty());
    let indent = indents.map(|line| line.len() - line.trim_start_matches(' ').len()).min();
    let lines = lines.iter().map(|line| line.get(indent.unwrap_or_default()..).unwrap_or_default());
    let text = lines.map(str::trim_end).collect::<Vec<_>>().join("\n");
    let text = text.trim();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// The lines of one comment, without the column of stars that a block comment may
/// have.
fn undecorated(comment: &str) -> Vec<String> {
    let lines: Vec<_> = comment.split('\n').collect();
    let mut inner = lines.iter().skip(1).map(|line| line.trim_start()).peekable();
    let starred =
        inner.peek().is_some() && inner.all(|line| line.is_empty() || line.starts_with('*'));
    let lines = lines.into_iter().map(|line| match line.trim_start().strip_prefix('*') {
        Some(rest) if starred => rest.to_owned(),
        _ => line.to_owned(),
    });
    lines.collect()
}
