//! The type that a derive stands on.

use syn::DeriveInput;

use super::marks::TypeMarks;
use crate::doc;
use crate::problems::Problems;
use crate::settings::model::Owner;

/// The type, and what it says; `what` is what it becomes.
pub(super) fn read(
    item: &DeriveInput,
    what: &str,
    is_record: bool,
    problems: &mut Problems,
) -> (Option<Owner>, TypeMarks) {
    if !item.generics.params.is_empty() {
        let text = format!(
            "{what} one form, whatever `{}` holds: derive it for a type without parameters",
            item.ident
        );
        problems.at(&item.generics.params, text);
    }
    for mark in item.attrs.iter().filter(|attribute| attribute.path().is_ident("setting")) {
        problems.at(mark, "what is said of a type is `#[settings(...)]`");
    }
    let marks = TypeMarks::read(&item.attrs, is_record, problems);
    let description = problems.keep(doc::text(&item.attrs)).flatten();
    let owner = marks.rulebook.clone().map(|rulebook| Owner {
        ident: item.ident.clone(),
        rulebook,
        description,
    });
    (owner, marks)
}

/// Whether something is not to be used any more.
pub(super) fn is_deprecated(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"))
}
