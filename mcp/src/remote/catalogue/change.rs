//! What became different in what a server offers.

use std::collections::HashMap;
use std::sync::Arc;

use super::taken::Catalogue;
use super::taking::named;
use crate::remote::rules::Rules;

/// What became different: tools by their names here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::remote) struct CatalogueChange {
    pub(in crate::remote) added: Vec<String>,
    pub(in crate::remote) removed: Vec<String>,
    /// The tools whose definition is another, or that the server knows by another name.
    pub(in crate::remote) changed: Vec<String>,
    /// The tools that are held now and were not, or that were changed again.
    pub(in crate::remote) held: Vec<String>,
    /// Whether the instructions are others.
    pub(in crate::remote) instructions: bool,
    /// Whether anything else is held than before.
    pub(in crate::remote) holding: bool,
    /// Whether anything else is left out than before.
    pub(in crate::remote) leaving: bool,
    /// A sentence for each thing that is left out now and was not.
    pub(in crate::remote) left_out: Vec<String>,
}

impl CatalogueChange {
    pub(in crate::remote) fn between(before: &Catalogue, after: &Catalogue) -> Self {
        let old: HashMap<_, _> =
            before.tools.iter().map(|entry| (entry.spec.name.as_str(), entry)).collect();
        let mut change = Self {
            instructions: before.instructions != after.instructions,
            holding: before.held != after.held
                || before.held_instructions != after.held_instructions,
            leaving: before.left_out != after.left_out,
            ..Self::default()
        };
        let mut new = HashMap::new();
        for entry in &after.tools {
            let name = entry.spec.name.as_str();
            new.insert(name, entry);
            match old.get(name) {
                None => change.added.push(name.to_owned()),
                Some(before) if Arc::ptr_eq(before, entry) => {}
                Some(_) => change.changed.push(name.to_owned()),
            }
        }
        let gone = before.tools.iter().map(|entry| &entry.spec.name);
        change.removed.extend(gone.filter(|name| !new.contains_key(name.as_str())).cloned());
        let held = after.held.iter().filter(|held| !before.held.contains(held));
        change.held.extend(held.map(|held| named(&held.tool)));
        let left_out = after.left_out.iter().filter(|one| !before.left_out.contains(one));
        change.left_out.extend(left_out.cloned());
        change
    }

    pub(in crate::remote) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it is more than what is left out.
    pub(in crate::remote) fn is_told(&self) -> bool {
        let quiet = Self { leaving: false, left_out: Vec::new(), ..self.clone() };
        !quiet.is_empty()
    }

    /// Tells the log of it.
    pub(in crate::remote) fn log(&self, rules: &Rules, after: &Catalogue) {
        let collection = rules.name.as_str();
        let Self { added, removed, changed, .. } = self;
        if !(added.is_empty() && removed.is_empty() && changed.is_empty()) {
            tracing::info!(collection, ?added, ?removed, ?changed, "the server's tools are others");
        }
        for name in removed.iter().filter(|name| rules.marks.names(name)) {
            tracing::warn!(
                collection,
                "the server has no tool `{name}` any more, which is marked by that name"
            );
        }
        for sentence in &self.left_out {
            tracing::warn!(collection, "{sentence}");
        }
        for name in &self.held {
            tracing::warn!(collection, "the tool {name} is held until it is accepted");
        }
        if self.holding && after.held_instructions.is_some() {
            tracing::warn!(
                collection,
                "the server's instructions are held until they are accepted"
            );
        }
    }
}
