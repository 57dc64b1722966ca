//! The attributes that are ours, taken off what they stand on.

use quote::ToTokens;
use syn::Attribute;

use crate::collection::model::Conditions;
use crate::problems::Problems;

/// The attributes of one item that are ours, in their order.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) tool: Option<Attribute>,
    pub(super) context: Option<Attribute>,
    /// `#[instruction]` and `#[constraint]`.
    pub(super) lines: Vec<Attribute>,
}

impl Marks {
    /// Takes them off.
    pub(super) fn take(attributes: &mut Vec<Attribute>, problems: &mut Problems) -> Self {
        let mut marks = Self::default();
        for attribute in std::mem::take(attributes) {
            let slot = if attribute.path().is_ident("tool") {
                &mut marks.tool
            } else if attribute.path().is_ident("context") {
                &mut marks.context
            } else if super::line::is_line(&attribute) {
                marks.lines.push(attribute);
                continue;
            } else {
                attributes.push(attribute);
                continue;
            };
            match slot {
                Some(_) => misplaced(&attribute, "is there already: leave one out", problems),
                None => *slot = Some(attribute),
            }
        }
        marks
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Attribute> {
        self.tool.iter().chain(&self.context).chain(&self.lines)
    }
}

/// Tells that an attribute of ours is not where it belongs.
pub(super) fn misplaced(attribute: &Attribute, why: &str, problems: &mut Problems) {
    let name = attribute.path().to_token_stream();
    problems.at(attribute, format!("`#[{name}]` {why}"));
}

/// Whether an item is not to be used any more.
pub(super) fn deprecated(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"))
}

/// The conditions under which an item is there.
pub(super) fn conditions(attributes: &[Attribute]) -> Conditions {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).cloned().collect()
}
