//! The queue, what runs, and which thread may take from it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::message;
use super::queue::{Queue, Waiting};
use super::task::Task;
use crate::error::ToolError;

#[derive(Default)]
pub(super) struct State {
    pub(super) queue: Queue,
    pub(super) running: Option<Running>,
    /// The thread that may take calls; one with another number has been left behind.
    pub(super) worker: u64,
    /// How many threads were left behind and have not come back.
    pub(super) abandoned: usize,
    /// Why no call can be run until the one that runs comes back.
    pub(super) stuck: Option<Stuck>,
    /// When the supervisor looks again by itself.
    pub(super) next_look: Option<Instant>,
    pub(super) closed: bool,
}

pub(super) struct Running {
    pub(super) task: Arc<dyn Task>,
    /// When it was told to end.
    told: Option<Instant>,
}

/// Why the thread of a call that does not end cannot be left behind.
#[derive(Clone, Copy)]
pub(super) enum Stuck {
    /// Too many are left behind already.
    TooMany,
    /// There is no other thread; asked for again at a time.
    NoThread(Instant),
}

/// The calls whose time is over. They are told without the lock, because whoever
/// waits for an answer may do anything when it comes.
#[derive(Default)]
pub(super) struct Ended {
    pub(super) waiting: Vec<Waiting>,
    pub(super) running: Option<Arc<dyn Task>>,
}

impl Running {
    pub(super) fn new(task: Arc<dyn Task>) -> Self {
        Self { task, told: None }
    }
}

impl Stuck {
    pub(super) fn error(self) -> ToolError {
        match self {
            Self::TooMany => message::too_many_stuck(),
            Self::NoThread(_) => message::no_thread(),
        }
    }
}

impl State {
    /// Takes every call whose time is over.
    pub(super) fn expire(&mut self, now: Instant) -> Ended {
        let mut ended = Ended { waiting: self.queue.take_late(now), running: None };
        if let Some(running) = self.running.as_mut().filter(|running| running.told.is_none()) {
            if running.task.deadline() <= now {
                ended.running = Some(Arc::clone(&running.task));
                running.told = Some(now);
            } else if running.task.stop().is_set() {
                running.told = Some(now);
            }
        }
        ended
    }

    /// Whether the call that runs has not come back in spite of being told to.
    pub(super) fn is_overdue(&self, now: Instant, grace: Duration) -> bool {
        let told = self.running.as_ref().and_then(|running| running.told);
        told.is_some_and(|told| now.saturating_duration_since(told) >= grace)
    }

    /// When the supervisor has to look, if nothing changes before.
    pub(super) fn next_deadline(&self, grace: Duration) -> Option<Instant> {
        let running = self.running.as_ref().and_then(|running| match (self.stuck, running.told) {
            // Whoever comes back says so.
            (Some(Stuck::TooMany), _) => None,
            (Some(Stuck::NoThread(again)), _) => Some(again),
            (None, Some(told)) => told.checked_add(grace),
            (None, None) => Some(running.task.deadline()),
        });
        self.queue.first_deadline().into_iter().chain(running).min()
    }
}

impl Ended {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.running.is_none()
    }

    /// Answers them, and tells the one that runs to end.
    pub(super) fn tell(self) {
        if let Some(task) = self.running {
            // Answered first: a call that is told to end may answer at once, and
            // its caller would hear of anything but the time.
            task.fail(message::did_not_end(task.given()));
            task.stop().set();
        }
        self.waiting.iter().for_each(Waiting::too_late);
    }
}
