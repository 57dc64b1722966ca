//! Which folders have to be watched, so that every change of what a set of
//! paths leads to is seen.
//!
//! Nothing is opened by what is found here. Between this look and the next one
//! anything may have been replaced, so these paths are for watching only: files
//! are read through the root and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::identity::Identity;
use super::locate::absolute;

/// As many links as the system follows on the way to one file.
const MOST_LINKS: usize = 40;

/// Whether the system tells of a name in another spelling than it was asked for.
const RESPELLS: bool = cfg!(any(windows, target_vendor = "apple"));

/// Folders whose entries decide which files a set of paths leads to.
///
/// It is equal to another one only where the folders are the same, not just
/// their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trail {
    folders: BTreeMap<PathBuf, Watched>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Watched {
    identity: Identity,
    /// The entries that matter.
    entries: BTreeSet<OsString>,
    /// Whether it is the root folder or below it.
    below: bool,
}

/// One step on the way along a path.
enum Step {
    /// Back to where absolute paths begin; a drive and the folder above all others
    /// are two steps.
    Start(OsString),
    Up,
    Into(OsString),
}

impl Trail {
    /// The folders on the way to `files`, which are paths below the folder `root`,
    /// normalized; neither has to exist. `root` is as the host gave it.
    ///
    /// Only the entries on these ways matter, whether they are there or not: what
    /// else is in the folders may change all the time. A link that leads out of the
    /// root is refused when it is read, so it is not followed here either.
    pub(crate) fn of<'a>(root: &Path, files: impl Iterator<Item = &'a str>) -> Self {
        let mut trail = Self::default();
        let Some(root) = trail.walk(PathBuf::new(), &absolute(root), None) else { return trail };
        trail.record(&root, None, true);
        for file in files {
            trail.walk(root.clone(), Path::new(file), Some(&root));
        }
        trail
    }

    /// The same with what leads to a path as the host gave it: a manifest may be
    /// named by another way than through the root folder.
    pub(crate) fn and_to(mut self, path: &Path) -> Self {
        self.walk(PathBuf::new(), &absolute(path), None);
        self
    }

    /// Every folder, none of them reached through a link.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.keys().map(PathBuf::as_path)
    }

    /// Whether the folder is the root folder or below it, and not on the way there.
    pub(crate) fn is_below(&self, folder: &Path) -> bool {
        self.folders.get(folder).is_some_and(|watched| watched.below)
    }

    /// Whether both have the folder, and it is certainly the same one.
    pub(crate) fn shares(&self, other: &Self, folder: &Path) -> bool {
        match (self.folders.get(folder), other.folders.get(folder)) {
            (Some(one), Some(two)) => one.identity.is(&two.identity),
            _ => false,
        }
    }

    /// Whether something that happened to `path` matters: to one of the folders, or
    /// to an entry of one.
    pub(crate) fn concerns(&self, path: &Path) -> bool {
        if self.folders.contains_key(path) {
            return true;
        }
        let Some((folder, name)) = path.parent().zip(path.file_name()) else { return RESPELLS };
        self.folders.get(folder).map_or(RESPELLS, |watched| watched.has(name, RESPELLS))
    }

    /// Follows `path` from the folder `at`, and records every entry on the way. The
    /// folder that it leads to, when there is one, and when the way does not leave
    /// the folder `within`.
    fn walk(&mut self, mut at: PathBuf, path: &Path, within: Option<&Path>) -> Option<PathBuf> {
        let mut links = 0;
        let mut ahead = Vec::new();
        put_ahead(&mut ahead, path);
        while let Some(step) = ahead.pop() {
            match step {
                Step::Start(_) if within.is_some() => return None,
                Step::Start(top) => at.push(top),
                Step::Up if within == Some(at.as_path()) => return None,
                // The folder was reached without links, so this is its true parent.
                Step::Up => {
                    at.pop();
                }
                Step::Into(name) => {
                    self.record(&at, Some(&name), within.is_some());
                    let entry = at.join(&name);
                    let kind = entry.symlink_metadata().ok()?.file_type();
                    if kind.is_symlink() {
                        links += 1;
                        let target = entry.read_link().ok().filter(|_| links <= MOST_LINKS)?;
                        put_ahead(&mut ahead, &target);
                    } else if kind.is_dir() {
                        at = entry;
                    } else {
                        return None;
                    }
                }
            }
        }
        Some(at)
    }

    /// Keeps that the folder matters, and the entry `name` of it.
    fn record(&mut self, folder: &Path, name: Option<&OsString>, below: bool) {
        let watched = self.folders.entry(folder.to_path_buf()).or_insert_with(|| Watched {
            identity: Identity::of(folder),
            entries: BTreeSet::new(),
            below,
        });
        watched.below |= below;
        watched.entries.extend(name.cloned());
    }
}

/// Puts the steps of the path before those that were still ahead; the last one
/// in the list is the next to be taken.
fn put_ahead(ahead: &mut Vec<Step>, path: &Path) {
    ahead.extend(path.components().rev().filter_map(|part| match part {
        Component::Prefix(_) | Component::RootDir => Some(Step::Start(part.as_os_str().into())),
        Component::CurDir => None,
        Component::ParentDir => Some(Step::Up),
        Component::Normal(name) => Some(Step::Into(name.into())),
    }));
}

impl Watched {
    fn has(&self, name: &OsStr, respelt: bool) -> bool {
        // What other spelling a name beyond ASCII may have is not known here.
        let as_spelt = |entry: &OsString| entry.eq_ignore_ascii_case(name);
        self.entries.contains(name)
            || respelt && (!name.is_ascii() || self.entries.iter().any(as_spelt))
    }
}
