//! The thread that runs calls.

use std::sync::{Arc, PoisonError};

use super::message;
use super::shared::{Shared, spawn};
use super::state::Running;
use crate::error::ToolError;
use crate::stack;

impl Shared {
    /// Starts the thread that takes calls while it has the number.
    pub(super) fn start_worker(&self, number: u64) -> Result<(), ToolError> {
        let Some(shared) = self.itself.upgrade() else { return Err(message::no_thread()) };
        spawn("rulebook-calls", stack::LARGE, move || shared.work(number))
    }

    /// Notes that the call of a thread has ended, unless that was left behind.
    fn over(&self, number: u64) {
        let mut state = self.lock();
        if state.worker == number {
            state.running = None;
            state.stuck = None;
        }
    }

    /// Takes calls and runs them, until closed or left behind.
    fn work(&self, number: u64) {
        let mut state = self.lock();
        loop {
            if state.worker != number {
                // Left behind while it ran, and now back. Another that could not
                // be left behind may now be.
                state.abandoned = state.abandoned.saturating_sub(1);
                self.look.notify_one();
                return;
            }
            if state.closed {
                return;
            }
            let Some(waiting) = state.queue.pop() else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if waiting.task.deadline() <= self.settings.clock.now() {
                drop(state);
                waiting.too_late();
                state = self.lock();
                continue;
            }
            let task = waiting.task;
            state.running = Some(Running::new(Arc::clone(&task)));
            drop(state);
            task.run();
            self.over(number);
            // Answered last: whoever hears of it finds that it runs no more. What
            // it held of others is gone then.
            task.finish();
            state = self.lock();
        }
    }
}
