//! A folder of rules whose answer names their version, and what is told of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rulebook::{Event, Events, Failed, LiveToolSet, Loaded, ToolSet};
use serde_json::{Value, json};

use crate::support::Folder;

/// How long to wait for what has to come.
const LONG: Duration = Duration::from_secs(30);

/// A script whose function `version` gives a number.
pub(super) fn version(number: usize) -> String {
    format!("fn version() -> int {{ {number} }}\n")
}

/// A folder with `rules.rhai`, whose `version` is 1, and `rules.json`.
pub(super) fn folder() -> Folder {
    Folder::with_rules(&version(1), &["version"])
}

/// A live tool set, and what is told of it.
pub(super) struct Followed {
    pub(super) set: LiveToolSet,
    events: Events,
}

impl Followed {
    /// Follows `rules.json` of a folder.
    pub(super) async fn of(folder: &Folder) -> Self {
        Self::at(&folder.path("rules.json")).await
    }

    /// Follows a manifest.
    pub(super) async fn at(manifest: &Path) -> Self {
        Self::new(ToolSet::options().live().load(manifest).await.expect("rules that load"))
    }

    pub(super) fn new(set: LiveToolSet) -> Self {
        let (_, events) = set.subscribe();
        Self { set, events }
    }

    /// The next event.
    pub(super) async fn next(&mut self) -> Event {
        let next = tokio::time::timeout(LONG, self.events.next());
        next.await.expect("an event").expect("a live tool set")
    }

    /// The next event, which has to be of a load that succeeded.
    pub(super) async fn loaded(&mut self) -> Arc<Loaded> {
        match self.next().await {
            Event::Loaded(loaded) => loaded,
            other => panic!("{other:?}"),
        }
    }

    /// The next event, which has to be of a load that failed.
    pub(super) async fn failed(&mut self) -> Arc<Failed> {
        match self.next().await {
            Event::Failed(failed) => failed,
            other => panic!("{other:?}"),
        }
    }

    /// What the tool `version` says.
    pub(super) async fn version(&self) -> Value {
        self.set.call("version", json!({})).await.expect("a version")
    }

    /// Waits until all that has happened was taken note of, and checks that nothing
    /// was told of it.
    pub(super) async fn nothing_more(&mut self) {
        // Longer than files may look half saved.
        let more = tokio::time::timeout(Duration::from_millis(1200), self.events.next()).await;
        assert!(more.is_err(), "{more:?}");
    }
}

/// Writes a file as an editor that truncates does.
pub(super) fn save(path: impl Into<PathBuf>, content: impl AsRef<[u8]>) {
    std::fs::write(path.into(), content).expect("a file");
}
