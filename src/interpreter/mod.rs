//! One call at a time, first come first served, each under a deadline.
//!
//! A worker thread with a large stack runs the calls. A supervisor thread
//! answers whoever waits past a deadline, whatever the worker is doing: it tells
//! the call to end, and if the worker does not come back, leaves that thread
//! behind and starts another. Neither needs an async runtime, so neither do
//! callers.

mod message;
mod queue;
mod shared;
mod state;
mod supervisor;
mod task;
#[cfg(test)]
mod tests;
mod worker;

use std::sync::{Arc, Weak, mpsc};
use std::time::{Duration, Instant};

use crate::clock::Sleeper;
use crate::error::ToolError;
use crate::tool::cancelled;

use queue::Number;
pub(crate) use shared::Settings;
use shared::Shared;
use task::{Answer, Task, Work};

/// The grace of calls that run in this process.
pub(crate) const GRACE: Duration = Duration::from_millis(30);

/// A deadline for a timeout that the clock cannot express.
const FAR_AWAY: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// Runs calls one after another. Dropping it ends the threads and the queue.
pub(crate) struct Interpreter(Arc<Shared>);

impl Interpreter {
    /// An interpreter with its threads.
    ///
    /// # Errors
    /// `unavailable` when the system gives no thread.
    pub(crate) fn start(settings: Settings) -> Result<Self, ToolError> {
        // Dropped when a thread cannot be started, it ends those that were.
        let interpreter = Self(Shared::new(settings));
        let shared = &interpreter.0;
        let sleeper: Weak<dyn Sleeper> = Weak::clone(&shared.itself) as _;
        shared.settings.clock.tell(sleeper);
        shared.start_worker(0)?;
        shared.start_supervisor()?;
        Ok(interpreter)
    }

    /// Runs a closure on the worker thread when its turn comes.
    ///
    /// Dropping the future gives the call up: it never begins, or is told to end.
    ///
    /// # Errors
    /// What the closure gives, or `timed_out`, `cancelled`, `limit_exceeded` or
    /// `unavailable`.
    pub(crate) async fn run<T, F>(&self, timeout: Duration, run: F) -> Result<T, ToolError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        self.run_since(self.0.settings.clock.now(), timeout, run).await
    }

    /// The same, when some of the time has passed: it counts from a time on.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub(crate) async fn run_since<T, F>(
        &self,
        begun: Instant,
        timeout: Duration,
        run: F,
    ) -> Result<T, ToolError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        let (answer, given_up) = self.submit(begun, timeout, run)?;
        let result = answer.await;
        given_up.not();
        result.unwrap_or_else(|_| Err(cancelled()))
    }

    /// Runs a closure when its turn comes, while this thread waits: what it gives,
    /// or nothing when it failed or did not run to its end.
    pub(crate) fn run_and_wait<T, F>(&self, timeout: Duration, run: F) -> Option<T>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        // Not the answer itself: an async runtime may not let it be waited for.
        let (tell, told) = mpsc::channel();
        let run = move || run().map(|result| drop(tell.send(result)));
        let (_answer, given_up) = self.submit(self.0.settings.clock.now(), timeout, run).ok()?;
        let result = told.recv();
        given_up.not();
        result.ok()
    }

    fn submit<T, F>(
        &self,
        begun: Instant,
        timeout: Duration,
        run: F,
    ) -> Result<(Answer<T>, GivenUp<'_>), ToolError>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, ToolError> + Send + 'static,
    {
        let deadline = begun.checked_add(timeout).unwrap_or(begun + FAR_AWAY);
        let (work, answer) = Work::new(deadline, timeout, run);
        let task: Arc<dyn Task> = work;
        let number = self.0.submit(Arc::clone(&task))?;
        Ok((answer, GivenUp { shared: &self.0, call: Some((number, task)) }))
    }
}

impl Drop for Interpreter {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Gives a call up when it is dropped, unless the call was answered.
struct GivenUp<'a> {
    shared: &'a Shared,
    call: Option<(Number, Arc<dyn Task>)>,
}

impl GivenUp<'_> {
    fn not(mut self) {
        self.call = None;
    }
}

impl Drop for GivenUp<'_> {
    fn drop(&mut self) {
        if let Some((number, task)) = self.call.take() {
            self.shared.give_up(number, &*task);
        }
    }
}
