//! What is different between two generations.

mod breaking;
mod code;
mod files;
mod narrowed;
mod place;
mod reach;
mod reading;
mod same;
#[cfg(test)]
mod tests;
mod textual;
mod uses;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use self::breaking::Signatures;
use self::files::Files;
use self::reach::{Affected, affected};
use crate::settings::SettingsRecord;
use crate::source::Source;
use crate::tool::ToolSpec;

/// What is different between a generation and the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Tools that were not there before, in the order of the manifest.
    pub added: Vec<String>,
    /// Tools that are gone, in the order of the manifest before.
    pub removed: Vec<String>,
    /// Tools that are described otherwise, or whose code is another, in the order
    /// of the manifest.
    pub changed: Vec<String>,
    /// Whether what a model is shown is different: a tool, its texts, its types or
    /// its marks, or the order of the tools.
    pub listing: bool,
    /// What callers of a tool may have relied upon, and can no longer.
    pub breaking: Vec<BreakingChange>,
}

/// Something that callers of a tool may have relied upon, and can no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreakingChange {
    /// The tool.
    pub tool: String,
    /// What it was, and what it is now.
    pub message: String,
}

/// What a generation is compared by.
pub(super) struct Compared {
    /// Its tools, in the order of the manifest.
    pub(super) specs: Vec<Arc<ToolSpec>>,
    /// The settings of those that take some, by the name of the tool.
    pub(super) settings: HashMap<String, Arc<SettingsRecord>>,
    /// Every file that was read, by its path below the root.
    pub(super) files: BTreeMap<String, Source>,
}

impl Change {
    /// What is different from the generation before; everything is added when
    /// there was none.
    ///
    /// Never is a tool left out of `changed` that may answer otherwise; only where
    /// the lines of an error stand in a script does not count.
    pub(super) fn between(before: Option<&Compared>, after: &Compared) -> Self {
        match before {
            Some(before) => Between::new(before, after).change(),
            None => Self::first(after),
        }
    }

    /// The same, when nothing can be looked at closely: every tool may be another.
    pub(super) fn unknown(before: Option<&Compared>, after: &Compared) -> Self {
        let Some(before) = before else { return Self::first(after) };
        let (old, new) = (names(&before.specs), names(&after.specs));
        let (known, kept): (HashSet<_>, HashSet<_>) =
            (old.clone().collect(), new.clone().collect());
        let gone = |name: &&str| !kept.contains(name);
        let breaking =
            |name: &str| BreakingChange { tool: name.to_owned(), message: "is gone".to_owned() };
        Self {
            added: owned(new.clone().filter(|name| !known.contains(name))),
            removed: owned(old.clone().filter(gone)),
            changed: owned(new.filter(|name| known.contains(name))),
            listing: true,
            breaking: old.filter(gone).map(breaking).collect(),
        }
    }

    fn first(after: &Compared) -> Self {
        Self {
            added: owned(names(&after.specs)),
            listing: !after.specs.is_empty(),
            ..Self::default()
        }
    }
}

struct Between<'c> {
    before: &'c Compared,
    after: &'c Compared,
    files: Files<'c>,
    /// For each script, the functions that may answer otherwise.
    affected: HashMap<&'c str, Affected<'c>>,
}

impl<'c> Between<'c> {
    fn new(before: &'c Compared, after: &'c Compared) -> Self {
        let sources =
            before.specs.iter().chain(&after.specs).filter_map(|spec| spec.source.as_ref());
        let manifests: BTreeSet<_> = sources.map(|source| source.manifest.as_str()).collect();
        let files = Files::new(&before.files, &after.files, &manifests);
        Self { before, after, files, affected: HashMap::new() }
    }

    fn change(mut self) -> Change {
        let (before, after) = (&self.before.specs, &self.after.specs);
        let mut change = Change::default();
        let old: HashMap<_, _> = before.iter().map(|spec| (spec.name.as_str(), spec)).collect();
        for spec in after {
            match old.get(spec.name.as_str()) {
                None => change.added.push(spec.name.clone()),
                Some(old)
                    if !same::is_same(old, spec)
                        || !self.has_same_settings(spec)
                        || self.is_affected(spec) =>
                {
                    change.changed.push(spec.name.clone());
                }
                Some(_) => {}
            }
        }
        let known: HashSet<_> = names(after).collect();
        change.removed = owned(names(before).filter(|name| !known.contains(name)));
        let mut both = before.iter().zip(after);
        change.listing = before.len() != after.len()
            || !both.all(|(old, new)| same::is_shown_the_same(old, new));
        change.breaking = self.breaking();
        change
    }

    /// Whether a tool has the settings that it had, with the same marks.
    fn has_same_settings(&self, spec: &ToolSpec) -> bool {
        let [before, after] = [self.before, self.after].map(|it| it.settings.get(&spec.name));
        match (before, after) {
            (Some(before), Some(after)) => same::are_same_settings(before, after),
            (before, after) => before.is_none() && after.is_none(),
        }
    }

    /// Whether the code behind a tool may answer otherwise.
    fn is_affected(&mut self, spec: &'c ToolSpec) -> bool {
        let Some(source) = &spec.source else { return false };
        let files = &self.files;
        let known = self.affected.entry(&source.script);
        known.or_insert_with(|| affected(files, &source.script)).has(&source.function)
    }

    fn breaking(&self) -> Vec<BreakingChange> {
        let new: HashMap<_, _> =
            self.after.specs.iter().map(|spec| (spec.name.as_str(), spec)).collect();
        let mut signatures = [self.before, self.after].map(|it| Signatures::new(&it.files));
        let mut breaking = Vec::new();
        for was in &self.before.specs {
            let messages = match new.get(was.name.as_str()) {
                Some(is) => breaking::messages([was, is], &mut signatures),
                None => vec!["is gone".to_owned()],
            };
            let tool = &was.name;
            let one = |message| BreakingChange { tool: tool.clone(), message };
            breaking.extend(messages.into_iter().map(one));
        }
        breaking
    }
}

fn owned<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

fn names(specs: &[Arc<ToolSpec>]) -> impl Iterator<Item = &str> + Clone {
    specs.iter().map(|spec| spec.name.as_str())
}
