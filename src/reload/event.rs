//! What listeners of a live tool set learn, and what a late one can read.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast::{self, error::RecvError};

use super::change::Change;
use crate::error::LoadError;

/// Something that happened to a live tool set.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// A new generation serves from now on.
    Loaded(Arc<Loaded>),
    /// What is in the files now does not load; the last good generation goes on
    /// serving.
    Failed(Arc<Failed>),
    /// A file that was read, or the root folder as `.`, is gone.
    Lost {
        /// Its path below the root.
        path: String,
    },
    /// A file that was gone is there again, or the root folder.
    Found {
        /// Its path below the root.
        path: String,
    },
    /// Whoever listens was so slow that events were dropped: what holds now is in
    /// [`LiveToolSet::status`](crate::LiveToolSet::status).
    Missed {
        /// How many were dropped.
        events: u64,
    },
}

/// A generation that began to serve.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// Its number, from 1.
    pub generation: u64,
    /// How many tools it has.
    pub tools: usize,
    /// What is different from the generation before.
    pub change: Change,
    /// How long reading, compiling and starting took.
    pub took: Duration,
}

/// A load that failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failed {
    /// Every problem.
    pub error: LoadError,
    /// The generation that goes on serving; none when none has loaded yet.
    pub serving: Option<u64>,
    /// How long it took to find the problems.
    pub took: Duration,
}

/// What holds for a live tool set now.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Status {
    /// The generation that serves, and what it changed.
    pub loaded: Option<Arc<Loaded>>,
    /// What is wrong with the files as they are now, when it does not load.
    pub failed: Option<Arc<Failed>>,
    /// What was read before and is gone, as paths below the root.
    pub lost: Vec<String>,
}

/// The events of a live tool set, from when it was asked for them.
#[derive(Debug)]
pub struct Events(pub(super) broadcast::Receiver<Event>);

impl Events {
    /// The next event, when there is one; nothing when the tool set is gone.
    pub async fn next(&mut self) -> Option<Event> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(RecvError::Lagged(events)) => Some(Event::Missed { events }),
            Err(RecvError::Closed) => None,
        }
    }
}
