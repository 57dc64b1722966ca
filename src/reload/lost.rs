//! Which files were read, and are gone.

use std::collections::BTreeSet;

use super::look;
use crate::code::Code;
use crate::confine::{FileError, Root};
use crate::toolset::{Place, Read};

/// How the root folder is called.
const ROOT: &str = ".";

/// Which files were read, and are gone; each list in order.
#[derive(Debug, Default)]
pub(super) struct Lost {
    /// All that are gone and matter still.
    pub(super) now: Vec<String>,
    /// Those of them that were not gone before.
    pub(super) newly: Vec<String>,
    /// Those that were gone before, and are there again.
    pub(super) found: Vec<String>,
}

/// Where to look for what is gone.
pub(super) struct Search<'a> {
    pub(super) place: &'a Place,
    /// How large a file may be.
    pub(super) limit: u64,
    /// What the generation that serves has read.
    pub(super) good: Option<&'a Read>,
}

impl Lost {
    /// What was gone before, when nothing is known of it now.
    pub(super) fn as_before(before: &[String]) -> Self {
        Self { now: before.to_vec(), ..Self::default() }
    }
}

impl Search<'_> {
    /// What is gone after a load, which has read this, and succeeded or not; `before`
    /// was gone before it.
    pub(super) fn lost(&self, before: &[String], latest: &Read, loads: bool) -> Lost {
        let mut now = self.missed(latest);
        let mut found = Vec::new();
        for path in before {
            if now.contains(path) {
                continue;
            }
            if !self.is_gone(path) {
                found.push(path.clone());
            } else if !loads {
                // A load that failed early has not asked for all that it needs; one
                // that succeeded needs it no more.
                now.insert(path.clone());
            }
        }
        let newly = now.iter().filter(|path| !before.contains(path)).cloned().collect();
        Lost { now: now.into_iter().collect(), newly, found }
    }

    /// Files of the good load that a later one looked for and did not find.
    fn missed(&self, latest: &Read) -> BTreeSet<String> {
        let Some(good) = self.good else { return BTreeSet::new() };
        let good = look::files(good);
        match latest {
            Ok(_) => {
                let latest = look::by_names(latest).into_iter();
                let missed = latest.filter(|(name, answer)| {
                    answer.as_ref().is_err_and(is_missing) && good.contains(name)
                });
                missed.map(|(name, _)| name).collect()
            }
            Err(_) if self.place.has_root() => {
                // The manifest is read first.
                good.into_iter().filter(|name| self.place.is_manifest(name)).collect()
            }
            Err(_) => BTreeSet::from([ROOT.to_owned()]),
        }
    }

    fn is_gone(&self, path: &str) -> bool {
        match Root::open(self.place.root()) {
            Ok(_) if path == ROOT => false,
            Ok(root) => root.read(path, self.limit).is_err_and(|error| is_missing(&error)),
            Err(_) => true,
        }
    }
}

fn is_missing(error: &FileError) -> bool {
    error.code == Code::FileNotFound
}
