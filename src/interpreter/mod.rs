//! One call at a time, first come first served, each under a deadline.
//!
//! A worker thread with a large stack runs the calls. A supervisor thread
//! answers whoever waits past a deadline, whatever the worker is doing: it tells
//! the call to end, and if the worker does not come back, leaves that thread
//! behind and starts another. Neither needs an async runtime, so neither do
//! callers.

mod message;
mod state;
mod task;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::budget;
use crate::clock::{Clock, Sleeper};
use crate::error::ToolError;
use crate::stack;

use state::{Running, State};
use task::{Answer, Task, Work};

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

/// The grace of calls that run in this process.
pub(crate) const GRACE: Duration = Duration::from_millis(30);

/// Runs calls one after another. Dropping it ends the threads and the queue.
pub(crate) struct Interpreter(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    work: Condvar,
    look: Condvar,
    settings: Settings,
    itself: Weak<Shared>,
}

impl Interpreter {
    /// An interpreter with its threads.
    ///
    /// # Errors
    /// `unavailable` when the system gives no thread.
    pub(crate) fn start(settings: Settings) -> Result<Self, ToolError> {
        let shared = Arc::new_cyclic(|itself| Shared {
            state: Mutex::default(),
            work: Condvar::new(),
            look: Condvar::new(),
            settings,
            itself: itself.clone(),
        });
        let sleeper: Weak<dyn Sleeper> = shared.itself.clone();
        shared.settings.clock.tell(sleeper);
        let supervisor = Arc::clone(&shared);
        // Dropped when a thread cannot be started, it ends those that were.
        let interpreter = Self(shared);
        interpreter.0.start_worker(0)?;
        spawn("rulebook-time", 128 * 1024, move || supervisor.supervise())?;
        Ok(interpreter)
    }

    /// Runs a closure on the worker thread when its turn comes.
    ///
    /// Dropping the future gives the call up: it never begins, or is told to end.
    ///
    /// # Errors
    /// What the closure gives, or `timed_out`, `cancelled` or `unavailable`.
    pub(crate) async fn run<T, F>(&self, timeout: Duration, run: F) -> Result<T, ToolError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        let (answer, given_up) = self.0.submit(timeout, run)?;
        let result = answer.await;
        given_up.not();
        result.unwrap_or_else(|_| Err(message::cancelled()))
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        let queue = {
            let mut state = self.0.lock();
            state.closed = true;
            if let Some(running) = &state.running {
                running.task.stop().cancel();
            }
            std::mem::take(&mut state.queue)
        };
        self.0.work.notify_all();
        self.0.look.notify_all();
        for task in queue {
            task.fail(message::cancelled());
        }
    }
}

impl Sleeper for Shared {
    fn wake(&self) {
        // The lock is taken so that the supervisor is either before its look at
        // the clock or already asleep, and never in between.
        drop(self.lock());
        self.look.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn submit<T, F>(&self, timeout: Duration, run: F) -> Result<(Answer<T>, GivenUp<'_>), ToolError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        let now = self.settings.clock.now();
        let deadline = now.checked_add(timeout).unwrap_or(now + FAR_AWAY);
        let (work, answer) = Work::new(deadline, run);
        let task: Arc<dyn Task> = work;
        let mut state = self.lock();
        if state.queue.len() >= self.settings.waiting_calls {
            return Err(message::too_many_waiting(self.settings.waiting_calls));
        }
        if state.is_stuck() && state.abandoned >= self.settings.abandoned_threads {
            return Err(message::too_many_stuck());
        }
        state.queue.push_back(Arc::clone(&task));
        if state.next_look.is_none_or(|at| deadline < at) {
            self.look.notify_one();
        }
        drop(state);
        self.work.notify_one();
        Ok((answer, GivenUp { shared: self, task: Some(task) }))
    }

    fn start_worker(&self, number: u64) -> Result<(), ToolError> {
        let Some(shared) = self.itself.upgrade() else { return Err(message::no_thread()) };
        spawn("rulebook-calls", stack::LARGE, move || shared.work(number))
    }

    /// Takes calls and runs them, until closed or left behind.
    fn work(&self, number: u64) {
        let mut state = self.lock();
        loop {
            if state.worker != number {
                // Left behind while it ran, and now back.
                state.abandoned = state.abandoned.saturating_sub(1);
                return;
            }
            if state.closed {
                return;
            }
            let Some(task) = state.queue.pop_front() else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if task.stop().is_set() || task.deadline() <= self.settings.clock.now() {
                task.fail(message::never_began());
                continue;
            }
            state.running = Some(Running::new(Arc::clone(&task)));
            drop(state);
            run(&*task);
            drop(task);
            state = self.lock();
            if state.worker == number {
                state.running = None;
            }
        }
    }

    /// Ends calls whose time is over, until closed.
    fn supervise(&self) {
        let mut state = self.lock();
        while !state.closed {
            let now = self.settings.clock.now();
            if state.expire(now, self.settings.grace)
                && state.abandoned < self.settings.abandoned_threads
            {
                self.leave_behind(&mut state);
            }
            state.next_look = state.next_deadline(self.settings.grace);
            state = self.sleep(state, now);
        }
    }

    fn sleep<'a>(&self, state: MutexGuard<'a, State>, now: Instant) -> MutexGuard<'a, State> {
        let wait = state.next_look.map(|at| at.saturating_duration_since(now));
        // A thread that may not be left behind is looked at again and again,
        // and not in a busy loop.
        let wait = wait.map(|wait| wait.max(Duration::from_millis(2)));
        match wait.and_then(|wait| self.settings.clock.sleep_time(wait)) {
            Some(wait) => {
                let woken = self.look.wait_timeout(state, wait);
                woken.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.look.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Gives the queue to a new thread; the old one ends when it comes back.
    fn leave_behind(&self, state: &mut State) {
        let number = state.worker + 1;
        if self.start_worker(number).is_ok() {
            tracing::warn!("a call did not come back after its time; its thread is left behind");
            state.worker = number;
            state.abandoned += 1;
            state.running = None;
        }
    }

    /// Takes a call that nobody waits for out of the queue, or tells it to end.
    fn give_up(&self, task: &Arc<dyn Task>) {
        task.stop().cancel();
        // What it would have run with is not kept until its turn comes.
        task.fail(message::cancelled());
        let mut state = self.lock();
        let runs = state.running.as_ref().is_some_and(|running| Arc::ptr_eq(&running.task, task));
        if !runs {
            state.forget_one();
        }
        drop(state);
        if runs {
            self.look.notify_one();
        }
    }
}

/// A deadline for a timeout that the clock cannot express.
const FAR_AWAY: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// Gives a call up when it is dropped, unless the call was answered.
struct GivenUp<'a> {
    shared: &'a Shared,
    task: Option<Arc<dyn Task>>,
}

impl GivenUp<'_> {
    fn not(mut self) {
        self.task = None;
    }
}

impl Drop for GivenUp<'_> {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            self.shared.give_up(&task);
        }
    }
}

/// Runs a call under its budget; a panic is a failure like any other.
fn run(task: &dyn Task) {
    let _budget = budget::begin(Arc::clone(task.stop()));
    if catch_unwind(AssertUnwindSafe(|| task.run())).is_err() {
        task.fail(message::panicked());
    }
}

fn spawn<F>(name: &str, size: usize, run: F) -> Result<(), ToolError>
where
    F: FnOnce() + Send + 'static,
{
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(size);
    thread.spawn(run).map(drop).map_err(|_| message::no_thread())
}
