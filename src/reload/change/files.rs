//! The files of two generations, each looked at as closely as it has to be.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::code::Code;
use super::textual;
use crate::confine::import_path;
use crate::source::Source;

/// The files of two generations, but for the manifest.
pub(super) struct Files<'c>(BTreeMap<&'c str, File<'c>>);

/// One file in both generations.
#[derive(Default)]
pub(super) struct File<'c> {
    pub(super) before: Option<&'c Source>,
    pub(super) after: Option<&'c Source>,
    codes: OnceCell<[Code<'c>; 2]>,
}

/// What a script imports, directly or not.
#[derive(Default)]
pub(super) struct Imported<'c> {
    /// The files it may mean.
    pub(super) files: BTreeSet<&'c str>,
    /// The scripts whose folders its paths may begin in: one for each folder.
    pub(super) importers: BTreeMap<&'c str, &'c str>,
    /// Whether it may mean any file.
    pub(super) any: bool,
}

impl<'c> File<'c> {
    pub(super) fn is_same_text(&self) -> bool {
        let [before, after] = [self.before, self.after].map(|file| file.map(Source::text));
        before == after
    }

    /// Whether it is the same but for comments, white space and the order of its
    /// functions. A file that was not read is not the same as an empty one.
    pub(super) fn is_same_code(&self) -> bool {
        let [before, after] = self.codes();
        self.is_same_text() || (self.before.is_some() == self.after.is_some() && before.is(after))
    }

    /// Its code before and after; empty where it was not read.
    pub(super) fn codes(&self) -> &[Code<'c>; 2] {
        let read = |source: Option<&'c Source>| source.map(Code::read).unwrap_or_default();
        self.codes.get_or_init(|| [read(self.before), read(self.after)])
    }
}

impl<'c> Files<'c> {
    pub(super) fn new(
        before: &'c BTreeMap<String, Source>,
        after: &'c BTreeMap<String, Source>,
        manifests: &BTreeSet<&str>,
    ) -> Self {
        let mut files = BTreeMap::<&str, File<'_>>::new();
        for (name, source) in before {
            files.entry(name).or_default().before = Some(source);
        }
        for (name, source) in after {
            files.entry(name).or_default().after = Some(source);
        }
        files.retain(|name, _| !manifests.contains(name));
        Self(files)
    }

    pub(super) fn get(&self, name: &str) -> Option<&File<'c>> {
        self.0.get(name)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &File<'c>> {
        self.0.values()
    }

    /// The file that an import means when it is written in one of these scripts,
    /// or from the root.
    pub(super) fn meant(&self, importers: &BTreeMap<&'c str, &'c str>, path: &str) -> Vec<&'c str> {
        let names = importers.values().chain([&""]);
        let files = names.filter_map(|importer| import_path(importer, path).ok());
        files.filter_map(|file| self.0.get_key_value(&*file).map(|(name, _)| *name)).collect()
    }

    /// Whether anything that a script is made of may be different. Nothing of it
    /// is taken apart: what looks like an import counts as one.
    pub(super) fn may_differ(&self, script: &str) -> bool {
        let Some((name, file)) = self.0.get_key_value(script) else { return true };
        if !file.is_same_text() {
            return true;
        }
        if self.all().all(File::is_same_text) {
            return false;
        }
        let imported = self.imported(name, |file| {
            let text = file.after.map(Source::text).unwrap_or_default();
            textual::imports(text)
        });
        let differs = |name: &&str| self.get(name).is_none_or(|file| !file.is_same_text());
        imported.any || imported.files.iter().any(differs)
    }

    /// What a script imports, when `imports` says what stands in a file: the paths,
    /// and whether there are paths that are not known.
    ///
    /// A function of one file may run as part of another, and its imports then
    /// begin in that one's folder.
    pub(super) fn imported<'f>(
        &'f self,
        script: &'c str,
        imports: impl Fn(&'f File<'c>) -> (Vec<&'f str>, bool),
    ) -> Imported<'c> {
        let mut imported = Imported::default();
        let mut paths = BTreeSet::new();
        let mut new = vec![script];
        while !new.is_empty() {
            for name in new.drain(..) {
                let Some(file) = self.get(name) else { continue };
                let (found, any) = imports(file);
                imported.any |= any;
                paths.extend(found);
                let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
                imported.importers.entry(folder).or_insert(name);
            }
            for path in &paths {
                for name in self.meant(&imported.importers, path) {
                    if imported.files.insert(name) {
                        new.push(name);
                    }
                }
            }
        }
        imported
    }
}
