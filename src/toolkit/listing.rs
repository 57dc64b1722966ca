//! The tools of a toolkit as they are now, and everyone who wants to hear of it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

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
}

struct Latest {
    catalogue: Arc<Catalogue>,
    left_out: Vec<String>,
    notice: ChangeNotice,
}

impl Listing {
    /// What the collections hold, and a sentence for each tool that has no place.
    pub(super) fn new(collections: Vec<Arc<dyn ToolCollection>>) -> (Self, Vec<String>) {
        // Before the look at the tools, so that no change falls between.
        let notice = notice_of(&collections);
        let (catalogue, left_out) = Catalogue::of(&collections);
        let latest = Latest { catalogue: Arc::new(catalogue), left_out: left_out.clone(), notice };
        let listeners = broadcast::Sender::new(BEHIND);
        (Self { collections, latest: Mutex::new(latest), listeners }, left_out)
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tools as they are now. Whoever looks first after a change tells of it.
    pub(super) fn catalogue(&self) -> Arc<Catalogue> {
        let mut latest = self.latest();
        if latest.notice.take() {
            let (catalogue, left_out) = Catalogue::of(&self.collections);
            let mut change = ToolkitChange::between(&latest.catalogue, &catalogue);
            let news = left_out.iter().filter(|one| !latest.left_out.contains(one));
            change.left_out.extend(news.cloned());
            for sentence in &change.left_out {
                tracing::error!("a tool is left out: {sentence}");
            }
            latest.catalogue = Arc::new(catalogue);
            latest.left_out = left_out;
            if !change.is_empty() {
                self.tell(ToolkitEvent::Changed(Arc::new(change)));
            }
        }
        Arc::clone(&latest.catalogue)
    }

    /// Tells everyone who listens.
    pub(super) fn tell(&self, event: ToolkitEvent) {
        // Without a listener nobody has to know.
        let _ = self.listeners.send(event);
    }

    pub(super) fn listen(&self) -> broadcast::Receiver<ToolkitEvent> {
        self.listeners.subscribe()
    }

    /// A notice of changes from now on.
    pub(super) fn notice(&self) -> ChangeNotice {
        notice_of(&self.collections)
    }
}

fn notice_of(collections: &[Arc<dyn ToolCollection>]) -> ChangeNotice {
    ChangeNotice::join(collections.iter().filter_map(|collection| collection.changes()))
}
