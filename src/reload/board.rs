//! What a live tool set is now: read by calls without a lock, and told to whoever
//! listens.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwapOption;
use tokio::sync::broadcast;

use super::event::{Event, Events, Status};
use crate::collection::{ChangeNotice, ChangeNotifier};
use crate::toolset::ToolSet;

/// How many events a slow listener may be behind.
const BEHIND: usize = 1024;

/// What a live tool set is now.
pub(super) struct Board {
    serving: ArcSwapOption<ToolSet>,
    swapped: ChangeNotifier,
    told: Mutex<Told>,
}

struct Told {
    status: Arc<Status>,
    listeners: broadcast::Sender<Event>,
}

impl Board {
    pub(super) fn new() -> Self {
        let told = Told { status: Arc::default(), listeners: broadcast::Sender::new(BEHIND) };
        let (serving, swapped) = (ArcSwapOption::empty(), ChangeNotifier::new());
        Self { serving, swapped, told: Mutex::new(told) }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The generation that serves.
    pub(super) fn serving(&self) -> Option<ToolSet> {
        self.serving.load().as_deref().cloned()
    }

    /// Has a generation serve from now on.
    pub(super) fn serve(&self, set: ToolSet) {
        self.serving.store(Some(Arc::new(set)));
        self.swapped.notify();
    }

    /// A notice of each generation that serves from now on.
    pub(super) fn swaps(&self) -> ChangeNotice {
        self.swapped.notice()
    }

    /// Tells what has happened, and what holds now.
    pub(super) fn tell(&self, events: Vec<Event>, status: Status) {
        let mut told = self.told();
        told.status = Arc::new(status);
        for event in events {
            // Without a listener nobody has to know.
            let _ = told.listeners.send(event);
        }
    }

    pub(super) fn status(&self) -> Arc<Status> {
        Arc::clone(&self.told().status)
    }

    /// What holds now, and every event after it.
    pub(super) fn subscribe(&self) -> (Arc<Status>, Events) {
        let told = self.told();
        (Arc::clone(&told.status), Events(told.listeners.subscribe()))
    }
}
