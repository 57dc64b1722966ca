//! Which files the system is asked to tell of.

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::inbox::Message;
use super::watcher::{Trouble, Watcher};
use crate::confine::Trail;
use crate::error::LoadError;
use crate::toolset::Loader;

/// How often watches are set until they are those of the folders that are there.
const MOST_TRAILS: usize = 3;

/// What the system is asked to tell of.
pub(super) struct Watching {
    /// Where it goes that something has happened; nothing is asked for without.
    tell: Option<UnboundedSender<Message>>,
    /// None when the system gives none.
    watcher: Option<Watcher>,
    /// Why it gave none.
    refused: Option<String>,
    trail: Trail,
    /// The folders of which it tells nothing.
    troubles: Vec<Trouble>,
}

impl Watching {
    /// Asks for nothing yet; at all only with `events`.
    pub(super) fn new(events: bool, tell: &UnboundedSender<Message>) -> Self {
        Self {
            tell: events.then(|| tell.clone()),
            watcher: None,
            refused: None,
            trail: Trail::default(),
            troubles: Vec::new(),
        }
    }

    /// Has a watcher, when the system gives one now.
    fn start(&mut self) {
        let Some(tell) = self.tell.clone().filter(|_| self.watcher.is_none()) else { return };
        let started = Watcher::start(move |change| {
            // When nobody listens any more, nobody has to know.
            let _ = tell.send(Message::Changed(change));
        });
        match started {
            Ok(watcher) => self.watcher = Some(watcher),
            Err(why) => {
                // It is tried again and again; that is told once.
                if self.refused.as_ref() != Some(&why) {
                    tracing::warn!("the system does not tell of changes: {why}");
                }
                self.refused = Some(why);
            }
        }
    }

    /// Whether the system tells of every change.
    pub(super) fn is_told(&self) -> bool {
        self.watcher.is_some() && self.troubles.is_empty()
    }

    /// Asks for what leads to these files; for all of it `anew`, as folders may have
    /// been replaced: whether any of it was not asked for before.
    pub(super) async fn follow(
        &mut self,
        loader: &Loader,
        files: BTreeSet<String>,
        anew: bool,
    ) -> Result<bool, LoadError> {
        self.start();
        if self.watcher.is_none() {
            return Ok(false);
        }
        let files = Arc::new(files);
        let mut changed = false;
        // A folder may be replaced after it was found and before it was watched.
        for time in 0..MOST_TRAILS {
            let (place, files) = (loader.place().clone(), Arc::clone(&files));
            let trail = move || {
                let files = files.iter().map(String::as_str);
                let trail = Trail::of(place.root(), files);
                place.manifests().iter().fold(trail, |trail, manifest| trail.and_to(manifest))
            };
            let trail = loader.beside(trail).await?;
            let differs = trail != self.trail;
            if !differs && (time > 0 || !anew) {
                break;
            }
            changed |= differs;
            self.set(trail);
        }
        Ok(changed)
    }

    fn set(&mut self, trail: Trail) {
        let Some(watcher) = &mut self.watcher else { return };
        let troubles = watcher.set(&trail);
        for Trouble { folder, why } in troubles.iter().filter(|one| !self.troubles.contains(one)) {
            let folder = folder.display();
            tracing::warn!("the system does not tell of changes in {folder}: {why}");
        }
        self.troubles = troubles;
        self.trail = trail;
    }
}
