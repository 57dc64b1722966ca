//! What the log says of manifests that are followed.

use std::path::Path;

use rulebook::{Event, LiveToolSet};

use super::problems;

/// Has the log told of each change of a manifest, until it is served no more.
pub(super) fn follow(set: &LiveToolSet, manifest: &Path) {
    let (_, mut events) = set.subscribe();
    let manifest = manifest.display().to_string();
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            tell(&event, &manifest);
        }
    });
}

fn tell(event: &Event, manifest: &str) {
    match event {
        Event::Loaded(loaded) => {
            let change = &loaded.change;
            tracing::info!(
                manifest,
                generation = loaded.generation,
                tools = loaded.tools,
                added = change.added.join(" "),
                removed = change.removed.join(" "),
                changed = change.changed.join(" "),
                "the rules were loaded again",
            );
            for broken in &change.breaking {
                tracing::warn!(manifest, tool = broken.tool, "breaking: {}", broken.message);
            }
        }
        Event::Failed(failed) => {
            for problem in failed.error.diagnostics() {
                problems::log(problem, manifest);
            }
            tracing::error!(
                manifest,
                serving = failed.serving,
                "the rules do not load; those before go on serving",
            );
        }
        Event::Lost { path } => tracing::warn!(manifest, path, "a file is gone"),
        Event::Found { path } => tracing::info!(manifest, path, "a file is there again"),
        Event::Missed { events } => tracing::warn!(manifest, events, "changes were not told"),
        _ => {}
    }
}
