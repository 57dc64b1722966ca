//! The thread that ends calls whose time is over.

use std::sync::{MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::shared::{Shared, spawn};
use super::state::{State, Stuck};
use crate::error::ToolError;

/// Enough to drop the arguments of calls that never ran.
const STACK: usize = 4 * 1024 * 1024;

/// How long after the system gave no thread it is asked again.
const AGAIN: Duration = Duration::from_millis(50);

impl Shared {
    pub(super) fn start_supervisor(&self) -> Result<(), ToolError> {
        let shared = self.itself.upgrade();
        spawn("rulebook-time", STACK, move || {
            if let Some(shared) = shared {
                shared.supervise();
            }
        })
    }

    /// Ends calls whose time is over, until closed.
    fn supervise(&self) {
        let grace = self.settings.grace;
        let mut state = self.lock();
        while !state.closed {
            let now = self.settings.clock.now();
            let ended = state.expire(now);
            let mut refused = Vec::new();
            if state.is_overdue(now, grace) {
                state.stuck = self.leave_behind(&mut state, now);
                if state.stuck.is_some() {
                    refused = state.queue.take_all();
                }
            }
            if ended.is_empty() && refused.is_empty() {
                state.next_look = state.next_deadline(grace);
                state = self.sleep(state);
                continue;
            }
            let stuck = state.stuck;
            drop(state);
            ended.tell();
            if let Some(stuck) = stuck {
                refused.iter().for_each(|waiting| waiting.task.fail(stuck.error()));
            }
            drop(refused);
            state = self.lock();
        }
    }

    fn sleep<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let clock = &self.settings.clock;
        let wait = state.next_look.map(|at| at.saturating_duration_since(clock.now()));
        match wait.map(|wait| (wait, clock.sleep_time(wait))) {
            // The time came while this was on its way here.
            Some((Duration::ZERO, _)) => state,
            Some((_, Some(wait))) => {
                let woken = self.look.wait_timeout(state, wait);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            _ => self.look.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Gives the queue to a new thread; the old one ends when it comes back.
    /// Tells why, when it cannot.
    fn leave_behind(&self, state: &mut State, now: Instant) -> Option<Stuck> {
        if state.abandoned >= self.settings.abandoned_threads {
            return Some(Stuck::TooMany);
        }
        let number = state.worker + 1;
        if self.start_worker(number).is_err() {
            return Some(Stuck::NoThread(now + AGAIN));
        }
        state.worker = number;
        state.abandoned += 1;
        state.running = None;
        None
    }
}
