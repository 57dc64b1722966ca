//! What the callers, the worker and the supervisor of one interpreter share.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use super::message;
use super::queue::Number;
use super::state::State;
use super::task::Task;
use crate::clock::{Clock, Sleeper};
use crate::error::ToolError;
use crate::tool::cancelled;

/// How an interpreter goes about its calls.
pub(crate) struct Settings {
    /// Where deadlines are read from.
    pub(crate) clock: Clock,
    /// How long a call that was told to end may take before its thread is left
    /// behind.
    pub(crate) grace: Duration,
    /// How many calls may wait; past it they fail at once.
    pub(crate) waiting_calls: usize,
    /// How many threads may be left behind; past it calls fail at once.
    pub(crate) abandoned_threads: usize,
}

/// The state under its lock, and who waits for it to change.
///
/// The lock is held for looking and for noting only: never while a call runs, is
/// answered, told to end or dropped, because each of these may run code of others.
pub(super) struct Shared {
    state: Mutex<State>,
    /// The worker waits for calls.
    pub(super) work: Condvar,
    /// The supervisor waits for something to end.
    pub(super) look: Condvar,
    pub(super) settings: Settings,
    pub(super) itself: Weak<Shared>,
}

impl Sleeper for Shared {
    fn wake(&self) {
        self.look_again();
    }
}

impl Shared {
    pub(super) fn new(settings: Settings) -> Arc<Self> {
        Arc::new_cyclic(|itself| Self {
            state: Mutex::default(),
            work: Condvar::new(),
            look: Condvar::new(),
            settings,
            itself: Weak::clone(itself),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the supervisor look at what was changed outside of the lock.
    pub(super) fn look_again(&self) {
        // The lock is taken so that the supervisor is either before its look or
        // already asleep, and never in between.
        drop(self.lock());
        self.look.notify_one();
    }

    /// Puts a call into the queue.
    pub(super) fn submit(&self, task: Arc<dyn Task>) -> Result<Number, ToolError> {
        let Settings { waiting_calls, .. } = self.settings;
        let deadline = task.deadline();
        let mut state = self.lock();
        if let Some(stuck) = state.stuck {
            return Err(stuck.error());
        }
        // The first of them waits for nobody when no call runs.
        let idle = state.running.is_none();
        if state.queue.len() >= waiting_calls.saturating_add(idle.into()) {
            return Err(message::too_many_waiting(waiting_calls));
        }
        let behind = !idle || !state.queue.is_empty();
        let number = state.queue.push(task, behind);
        if state.next_look.is_none_or(|at| deadline < at) {
            self.look.notify_one();
        }
        drop(state);
        self.work.notify_one();
        Ok(number)
    }

    /// Ends a call that nobody waits for.
    pub(super) fn give_up(&self, number: Number, task: &dyn Task) {
        // What waits is taken out and never begins; what runs is told to end.
        let waiting = self.lock().queue.remove(number);
        task.stop().set();
        task.fail(cancelled());
        if waiting.is_none() {
            self.look_again();
        }
    }

    /// Ends the threads, the queue and what runs.
    pub(super) fn close(&self) {
        let (running, queue) = {
            let mut state = self.lock();
            state.closed = true;
            let running = state.running.as_ref().map(|running| Arc::clone(&running.task));
            (running, state.queue.take_all())
        };
        self.work.notify_all();
        self.look.notify_all();
        if let Some(task) = running {
            task.stop().set();
        }
        for waiting in queue {
            waiting.task.fail(cancelled());
        }
    }
}

/// Starts a thread.
pub(super) fn spawn<F>(name: &str, size: usize, run: F) -> Result<(), ToolError>
where
    F: FnOnce() + Send + 'static,
{
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(size);
    thread.spawn(run).map(drop).map_err(|_| message::no_thread())
}
