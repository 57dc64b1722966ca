//! Fields that are stored by name.

use syn::{FieldsNamed, Ident, LitStr};

use super::case;
use super::marks::PartMarks;
use super::names::Names;
use super::owner::is_deprecated;
use super::types;
use crate::doc;
use crate::problems::Problems;
use crate::settings::model::Field;

/// A field with what is said of it.
pub(super) struct Marked {
    pub(super) field: Field,
    pub(super) marks: PartMarks,
    pub(super) deprecated: bool,
}

/// The fields of a struct, in order.
pub(super) fn read(
    fields: &FieldsNamed,
    owner: &Ident,
    case: Option<&str>,
    is_record: bool,
    problems: &mut Problems,
) -> Vec<Marked> {
    let what = if is_record { "members" } else { "fields" };
    let rename = |name: &str| match case {
        Some(case) => case::of_field(name, case),
        None => name.to_owned(),
    };
    let mut names = Names::new(what, &rename);
    let fields = fields.named.iter().filter_map(|field| {
        let marks = PartMarks::read(&field.attrs, is_record, problems);
        let description = description(marks.description.as_ref(), &field.attrs, problems);
        let ident = field.ident.clone()?;
        Some(Marked {
            deprecated: is_deprecated(&field.attrs),
            field: Field {
                name: names.add(&ident, marks.name.as_ref(), problems),
                optional: types::check(&field.ty, owner, problems),
                visibility: field.vis.clone(),
                docs: field
                    .attrs
                    .iter()
                    .filter(|attribute| attribute.path().is_ident("doc"))
                    .cloned()
                    .collect(),
                description,
                ty: types::without_self(&field.ty, owner),
                ident,
            },
            marks,
        })
    });
    fields.collect()
}

/// What a person is told of a part: what it says, or else its doc comment.
pub(super) fn description(
    given: Option<&LitStr>,
    attributes: &[syn::Attribute],
    problems: &mut Problems,
) -> Option<String> {
    match given {
        Some(given) => Some(given.value().trim().to_owned()),
        None => problems.keep(doc::text(attributes)).flatten(),
    }
}
