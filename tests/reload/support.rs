//! A folder of rules whose answer names their version, and what is told of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rulebook::{Event, Events, Failed, LiveOptions, LiveToolSet, LoadOptions, Loaded, ToolSet};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

pub(crate) use crate::support::Folder;
use crate::support::worker;

/// How long to wait for what has to come.
pub(crate) const LONG: Duration = Duration::from_secs(30);

/// A tool set that listens to the events of the file system.
pub(crate) type Followed = FollowedIn<true, false>;

/// The same faces, with a tool set that looks at its files again and again.
pub(crate) mod polled {
    pub(crate) use super::*;

    pub(crate) type Followed = FollowedIn<false, false>;
}

/// The same faces, with calls in a process of their own.
pub(crate) mod isolated {
    pub(crate) use super::*;

    pub(crate) type Followed = FollowedIn<true, true>;
}

/// A script whose function `version` gives a number.
pub(crate) fn version(number: usize) -> String {
    format!("fn version() -> int {{ {number} }}\n")
}

/// A manifest that exports `version` of a script.
pub(crate) fn manifest(script: &str) -> String {
    let exports = json!([{ "name": "version", "description": "Says which rules these are." }]);
    json!({ "schemaVersion": 1, "script": script, "exports": exports }).to_string()
}

/// A folder with `rules.rhai`, whose `version` is 1, and `rules.json`.
pub(crate) fn folder() -> Folder {
    Folder::with_rules(&version(1), &["version"])
}

/// Fills a folder, which is made, with `rules.rhai` of a version and `rules.json`.
pub(crate) fn fill(folder: &Path, number: usize) {
    std::fs::create_dir_all(folder).expect("a folder");
    save(folder.join("rules.rhai"), version(number));
    save(folder.join("rules.json"), manifest("rules.rhai"));
}

/// Writes a file as an editor that truncates does.
pub(crate) fn save(path: impl Into<PathBuf>, content: impl AsRef<[u8]>) {
    std::fs::write(path.into(), content).expect("a file");
}

/// Writes a file aside and renames it over.
pub(crate) fn replace(path: impl Into<PathBuf>, content: impl AsRef<[u8]>) {
    let path = path.into();
    let aside = path.with_extension("new");
    save(&aside, content);
    std::fs::rename(aside, path).expect("a file replaced");
}

/// Passes the time that a save takes.
pub(crate) async fn pass(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}

/// A live tool set, and what is told of it.
pub(crate) struct FollowedIn<const EVENTS: bool, const ISOLATED: bool> {
    pub(crate) set: LiveToolSet,
    events: Events,
}

impl<const EVENTS: bool, const ISOLATED: bool> FollowedIn<EVENTS, ISOLATED> {
    /// Follows `rules.json` of a folder.
    pub(crate) async fn of(folder: &Folder) -> Self {
        Self::at(&folder.path("rules.json")).await
    }

    /// Follows a manifest.
    pub(crate) async fn at(manifest: &Path) -> Self {
        Self::with(ToolSet::options(), manifest).await
    }

    /// Follows a manifest, with options.
    pub(crate) async fn with(options: LoadOptions, manifest: &Path) -> Self {
        let live = Self::live(options).load(manifest).await;
        Self::new(live.expect("rules that load"))
    }

    /// Follows a manifest that does not have to load yet.
    pub(crate) async fn watch(manifest: &Path) -> Self {
        Self::new(Self::live(ToolSet::options()).watch(manifest).await.expect("a thread"))
    }

    /// Options to follow files with.
    fn live(options: LoadOptions) -> LiveOptions {
        let live = worker::mode(options, ISOLATED).live();
        if EVENTS { live } else { live.events(false).poll(Duration::from_millis(50)) }
    }

    pub(crate) fn new(set: LiveToolSet) -> Self {
        let (_, events) = set.subscribe();
        Self { set, events }
    }

    /// The next event.
    pub(crate) async fn next(&mut self) -> Event {
        let next = tokio::time::timeout(LONG, self.events.next());
        next.await.expect("an event").expect("a live tool set")
    }

    /// The next event, which has to be of a load that succeeded.
    pub(crate) async fn loaded(&mut self) -> Arc<Loaded> {
        match self.next().await {
            Event::Loaded(loaded) => loaded,
            other => panic!("{other:?}"),
        }
    }

    /// Passes over what else is told, up to a load that succeeded.
    pub(crate) async fn loads(&mut self) -> Arc<Loaded> {
        loop {
            if let Event::Loaded(loaded) = self.next().await {
                return loaded;
            }
        }
    }

    /// The next event, which has to be of a load that failed.
    pub(crate) async fn failed(&mut self) -> Arc<Failed> {
        match self.next().await {
            Event::Failed(failed) => failed,
            other => panic!("{other:?}"),
        }
    }

    /// The next events, which have to be these: `loaded`, `failed`, and `lost` and
    /// `found` with a path.
    pub(crate) async fn tells(&mut self, expected: &[&str]) {
        for (index, expected) in expected.iter().enumerate() {
            let event = self.next().await;
            let told = match &event {
                Event::Loaded(_) => "loaded".to_owned(),
                Event::Failed(_) => "failed".to_owned(),
                Event::Lost { path } => format!("lost {path}"),
                Event::Found { path } => format!("found {path}"),
                other => panic!("{other:?}"),
            };
            assert_eq!(&told, expected, "event {index}: {event:?}");
        }
    }

    /// What the tool `version` says.
    pub(crate) async fn version(&self) -> Value {
        self.set.call("version", json!({})).await.expect("a version")
    }

    /// Waits for the next event, of a load that succeeded and whose `version` this
    /// is, and checks that nothing more was told.
    pub(crate) async fn serves(&mut self, version: impl Into<Value>) {
        self.loaded().await;
        assert_eq!(self.version().await, version.into());
        self.at_rest().await;
    }

    /// Checks that a look at the files shows nothing new, and that nothing was told
    /// that was not asked for.
    pub(crate) async fn at_rest(&mut self) {
        let failed = self.set.status().failed.is_some();
        assert_eq!(self.set.reload().await.is_err(), failed);
        let more = tokio::time::timeout(Duration::ZERO, self.events.next()).await;
        assert!(more.is_err(), "{more:?}");
    }

    /// Waits until all that has happened was taken note of, and checks that nothing
    /// was told of it.
    pub(crate) async fn nothing_more(&mut self) {
        // Longer than files may look half saved.
        let more = tokio::time::timeout(Duration::from_millis(1200), self.events.next()).await;
        assert!(more.is_err(), "{more:?}");
    }

    /// Begins to call `version` again and again.
    pub(crate) fn caller(&self) -> Caller {
        let (set, stop) = (self.set.clone(), Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop);
        let calls = tokio::spawn(async move {
            let mut seen = Vec::new();
            loop {
                // When it is stopped it calls once more, to see what serves at last.
                let last = stopped.load(Ordering::SeqCst);
                let answer = set.call("version", json!({})).await.expect("a version");
                if seen.last() != Some(&answer) {
                    seen.push(answer);
                }
                if last {
                    return seen;
                }
                pass(2).await;
            }
        });
        Caller { stop, calls }
    }
}

/// Somebody who calls `version` again and again.
pub(crate) struct Caller {
    stop: Arc<AtomicBool>,
    calls: JoinHandle<Vec<Value>>,
}

impl Caller {
    /// Its answers, without those that repeat the one before. No call failed.
    pub(crate) async fn seen(self) -> Vec<Value> {
        self.stop.store(true, Ordering::SeqCst);
        self.calls.await.expect("calls that succeed")
    }
}
