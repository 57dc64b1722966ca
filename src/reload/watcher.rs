//! Watches folders by the events of the file system.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::signal::Signal;
use crate::confine::Trail;

/// Whether a folder that is watched may be watched again, and nothing of it is
/// missed in between.
const RENEWS: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Tells of what happens in the folders of a trail.
///
/// Its thread ends when it is dropped.
pub(super) struct Watcher {
    /// None once its thread has died, which makes it panic.
    folders: Option<RecommendedWatcher>,
    /// What matters of what happens; the thread reads it.
    trail: Arc<ArcSwap<Trail>>,
}

/// A folder that cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// Its path.
    pub(super) folder: PathBuf,
    /// Why not.
    pub(super) why: String,
}

impl Watcher {
    /// Watches nothing yet; why the system refuses, otherwise.
    ///
    /// `tell` runs on the thread that reads the events, which [`Self::set`] waits
    /// for: it must not block.
    pub(super) fn start(tell: impl Fn(Signal) + Send + 'static) -> Result<Self, String> {
        let trail = Arc::new(ArcSwap::from_pointee(Trail::default()));
        let now = trail.clone();
        let hear = move |event: notify::Result<notify::Event>| match event {
            Ok(event) => {
                let concerns = |signal: &Signal| match signal {
                    Signal::Changed { path, .. } => now.load().concerns(path),
                    Signal::Lost => true,
                };
                Signal::of(event).into_iter().filter(concerns).for_each(&tell);
            }
            Err(_) => tell(Signal::Lost),
        };
        // The folders of a trail are not links: whatever took the place of one
        // since is not to be searched.
        let config = notify::Config::default().with_follow_symlinks(false);
        let folders = contain(|| RecommendedWatcher::new(hear, config));
        let folders = folders.unwrap_or_else(|| Err(notify::Error::generic(DEAD)));
        Ok(Self { folders: Some(folders.map_err(|error| why(&error))?), trail })
    }

    /// Watches the folders of this trail, and no others; those at the root and below
    /// that cannot be watched.
    ///
    /// What happened in a folder before it was watched is not told, so look at the
    /// files afterwards. Where the trail has become another one by then, a folder
    /// was replaced meanwhile: set it again.
    pub(super) fn set(&mut self, trail: &Trail) -> Vec<Trouble> {
        let before = self.trail.swap(Arc::new(trail.clone()));
        let set =
            self.folders.as_mut().and_then(|folders| contain(|| set(folders, &before, trail)));
        set.unwrap_or_else(|| {
            self.end();
            all_in_trouble(trail, DEAD)
        })
    }

    fn end(&mut self) {
        let folders = self.folders.take();
        contain(|| drop(folders));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.end();
    }
}

fn set(folders: &mut RecommendedWatcher, before: &Trail, after: &Trail) -> Vec<Trouble> {
    let mut paths = folders.paths_mut();
    // All that go before any that come: a folder that was renamed has one watch for
    // both of its names. What goes may be gone already.
    for folder in before.folders().filter(|folder| !(RENEWS && after.shares(before, folder))) {
        let _ = paths.remove(folder);
    }
    // All that stay as well: a watch ends when its folder is moved, even if it is
    // back by now.
    let mut troubles = Vec::new();
    for folder in after.folders() {
        match paths.add(folder, RecursiveMode::NonRecursive) {
            Err(error) if after.is_below(folder) => {
                troubles.push(Trouble::new(folder, why(&error)))
            }
            // Others decide what may be seen of the folders above the root.
            Err(_) | Ok(()) => {}
        }
    }
    match paths.commit() {
        Ok(()) => troubles,
        Err(error) => all_in_trouble(after, &why(&error)),
    }
}

impl Trouble {
    fn new(folder: &Path, why: impl Into<String>) -> Self {
        Self { folder: folder.to_path_buf(), why: why.into() }
    }
}

fn all_in_trouble(trail: &Trail, why: &str) -> Vec<Trouble> {
    let whole = trail.folders().filter(|folder| trail.is_below(folder));
    whole.map(|folder| Trouble::new(folder, why)).collect()
}

const DEAD: &str = "the thread that reads the events of the file system is gone";

fn why(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            "as many folders are watched as may be: raise `fs.inotify.max_user_watches`".into()
        }
        ErrorKind::PathNotFound => "it is not there".into(),
        // EMFILE: each watcher is an open file, and they have a limit of their own.
        ErrorKind::Io(error) if cfg!(target_os = "linux") && error.raw_os_error() == Some(24) => {
            "too many files are open, or too many watchers: raise \
             `fs.inotify.max_user_instances`"
                .into()
        }
        ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            "permission denied".into()
        }
        ErrorKind::Io(error) => error.to_string(),
        ErrorKind::Generic(message) => message.clone(),
        ErrorKind::WatchNotFound | ErrorKind::InvalidConfig(_) => error.to_string(),
    }
}

/// Calls the watching of others, which panics where its thread has died.
fn contain<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

#[cfg(test)]
mod tests;
