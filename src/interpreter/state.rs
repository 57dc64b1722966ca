//! The queue, what runs, and which thread may take from it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::message;
use super::task::Task;

#[derive(Default)]
pub(super) struct State {
    pub(super) queue: VecDeque<Arc<dyn Task>>,
    pub(super) running: Option<Running>,
    /// The thread that may take calls; one with another number has been left behind.
    pub(super) worker: u64,
    /// How many threads were left behind and have not come back.
    pub(super) abandoned: usize,
    /// When the supervisor looks again by itself.
    pub(super) next_look: Option<Instant>,
    pub(super) closed: bool,
    /// About how many calls in the queue nobody waits for.
    pub(super) given_up: usize,
}

pub(super) struct Running {
    pub(super) task: Arc<dyn Task>,
    /// When it was told to end.
    told: Option<Instant>,
}

impl Running {
    pub(super) fn new(task: Arc<dyn Task>) -> Self {
        Self { task, told: None }
    }
}

impl State {
    /// Ends every call whose time is over, and tells whether the one that runs
    /// has not come back in spite of it.
    pub(super) fn expire(&mut self, now: Instant, grace: Duration) -> bool {
        self.queue.retain(|task| {
            let in_time = task.deadline() > now && !task.stop().is_set();
            if !in_time {
                task.fail(message::never_began());
            }
            in_time
        });
        let Some(running) = &mut self.running else { return false };
        if running.told.is_none() {
            if running.task.deadline() <= now {
                // Answered first: a call that is told to end may answer at once,
                // and its caller would hear of anything but the time.
                running.task.fail(message::did_not_end());
                running.task.stop().time_out();
            }
            if running.task.stop().is_set() {
                running.told = Some(now);
            }
        }
        running.told.is_some_and(|told| now >= told + grace)
    }

    /// Takes note that nobody waits any more for a call in the queue.
    ///
    /// They are taken out together: to look through the queue for each would
    /// take long when thousands are given up at once.
    pub(super) fn forget_one(&mut self) {
        self.given_up += 1;
        if self.given_up > self.queue.len() / 2 {
            self.queue.retain(|task| !task.stop().is_set());
            self.given_up = 0;
        }
    }

    /// When the next call has to be ended, if nothing changes before.
    pub(super) fn next_deadline(&self, grace: Duration) -> Option<Instant> {
        let running = self.running.as_ref().map(|running| match running.told {
            Some(told) => told + grace,
            None => running.task.deadline(),
        });
        self.queue.iter().map(|task| task.deadline()).chain(running).min()
    }

    /// Whether the call that runs was told to end and has not.
    pub(super) fn is_stuck(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.told.is_some())
    }
}
