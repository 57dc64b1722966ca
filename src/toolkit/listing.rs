//! The tools of a toolkit as they are now, and everyone who wants to hear of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use tokio::sync::broadcast;

use super::asked;
use super::catalogue::Catalogue;
use super::change::ToolkitChange;
use super::event::ToolkitEvent;
use crate::collection::{ChangeNotice, ToolCollection};

/// How many events a slow listener may be behind.
const BEHIND: usize = 1024;

/// The tools of a toolkit as they are now, and everyone who wants to hear of it.
pub(super) struct Listing {
    pub(super) collections: Vec<Arc<dyn ToolCollection>>,
    latest: Mutex<Latest>,
    listeners: broadcast::Sender<ToolkitEvent>,
    /// Those who want to know of changes alone: no call wakes them.
    watchers: broadcast::Sender<ToolkitEvent>,
}

struct Latest {
    catalogue: Arc<Catalogue>,
    left_out: Vec<String>,
    notice: ChangeNotice,
    /// How many changes were told of, and how many of them the catalogue has.
    told: u64,
    seen: u64,
    /// The threads that ask the collections.
    asking: Vec<ThreadId>,
}

impl Listing {
    /// What the collections hold, and a sentence for each tool that has no place.
    pub(super) fn new(collections: Vec<Arc<dyn ToolCollection>>) -> (Self, Vec<String>) {
        // Before the look at the tools, so that no change falls between.
        let notice = asked::changes(&collections);
        let (catalogue, left_out) = Catalogue::of(&collections);
        let latest = Latest {
            catalogue: Arc::new(catalogue),
            left_out: left_out.clone(),
            notice,
            told: 0,
            seen: 0,
            asking: Vec::new(),
        };
        let (listeners, watchers) =
            (broadcast::Sender::new(BEHIND), broadcast::Sender::new(BEHIND));
        (Self { collections, latest: Mutex::new(latest), listeners, watchers }, left_out)
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tools as they are now. Whoever looks first after a change tells of it.
    ///
    /// Collections are code of others, which may take its time, or ask this in turn:
    /// nobody waits for it, and who asks within it gets what was there before.
    pub(super) fn catalogue(&self) -> Arc<Catalogue> {
        let here = thread::current().id();
        let mut latest = self.latest();
        if latest.notice.take() {
            latest.told = latest.told.saturating_add(1);
        }
        if latest.seen == latest.told || latest.asking.contains(&here) {
            return Arc::clone(&latest.catalogue);
        }
        latest.asking.push(here);
        let change = latest.told;
        drop(latest);
        let (catalogue, left_out) = {
            let _asking = Asking(self, here);
            Catalogue::of(&self.collections)
        };
        self.replace(Arc::new(catalogue), left_out, change)
    }

    /// Puts a catalogue in the place of an older one; the latest one.
    fn replace(
        &self,
        catalogue: Arc<Catalogue>,
        left_out: Vec<String>,
        change: u64,
    ) -> Arc<Catalogue> {
        let mut latest = self.latest();
        if latest.seen >= change {
            // Another thread was faster.
            return Arc::clone(&latest.catalogue);
        }
        latest.seen = change;
        let mut change = ToolkitChange::between(&latest.catalogue, &catalogue);
        let news = left_out.iter().filter(|one| !latest.left_out.contains(one));
        change.left_out.extend(news.cloned());
        latest.left_out = left_out;
        let before = std::mem::replace(&mut latest.catalogue, Arc::clone(&catalogue));
        let left_out = change.left_out.clone();
        if !change.is_empty() {
            let changed = ToolkitEvent::Changed(Arc::new(change));
            // Without a watcher nobody has to know.
            let _ = self.watchers.send(changed.clone());
            self.tell(changed);
        }
        drop(latest);
        // What becomes of tools that are gone is code of others too.
        drop(before);
        for sentence in left_out {
            tracing::error!("a tool is left out: {sentence}");
        }
        catalogue
    }

    /// Whether anyone listens.
    pub(super) fn is_heard(&self) -> bool {
        self.listeners.receiver_count() > 0
    }

    /// Tells everyone who listens.
    pub(super) fn tell(&self, event: ToolkitEvent) {
        // Without a listener nobody has to know.
        let _ = self.listeners.send(event);
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<ToolkitEvent> {
        self.listeners.subscribe()
    }

    pub(super) fn watch(&self) -> broadcast::Receiver<ToolkitEvent> {
        self.watchers.subscribe()
    }

    /// A notice of changes from now on.
    pub(super) fn notice(&self) -> ChangeNotice {
        asked::changes(&self.collections)
    }
}

/// A thread that asks the collections, until this is dropped.
struct Asking<'a>(&'a Listing, ThreadId);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.latest().asking.retain(|thread| *thread != self.1);
    }
}
