//! What became different in a toolkit.

use std::collections::HashMap;

use super::catalogue::Catalogue;
use crate::tool::ToolSpec;

/// What became different in a toolkit: tools by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolkitChange {
    /// The tools that are there now and were not.
    pub added: Vec<String>,
    /// The tools that were there and are not.
    pub removed: Vec<String>,
    /// The tools of which a model is told something else.
    pub changed: Vec<String>,
    /// Whether instructions or constraints became others.
    pub lines: bool,
    /// A sentence for each tool that is left out, since its name is taken.
    pub left_out: Vec<String>,
}

impl ToolkitChange {
    /// Whether nothing is different.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn between(before: &Catalogue, after: &Catalogue) -> Self {
        let old: HashMap<_, _> =
            before.tools.iter().map(|listed| (&listed.spec.name, &listed.spec)).collect();
        let mut change = Self {
            lines: (&before.instructions, &before.constraints)
                != (&after.instructions, &after.constraints),
            ..Self::default()
        };
        for listed in &after.tools {
            match old.get(&listed.spec.name) {
                None => change.added.push(listed.spec.name.clone()),
                Some(spec) if is_told_alike(spec, &listed.spec) => {}
                Some(_) => change.changed.push(listed.spec.name.clone()),
            }
        }
        let gone = before.names().filter(|name| after.find(name).is_none());
        change.removed.extend(gone.map(str::to_owned));
        change
    }
}

/// Whether a model is told the same of two tools.
fn is_told_alike(one: &ToolSpec, other: &ToolSpec) -> bool {
    one.description == other.description
        && one.kind == other.kind
        && one.requires_approval == other.requires_approval
        && one.input_schema == other.input_schema
        && one.output_schema == other.output_schema
}
