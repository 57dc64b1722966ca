//! One call as the queue holds it: run once, answered once, in the span that it was made
//! in.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tracing::Span;

use super::message;
use crate::budget::{self, Stop};
use crate::error::ToolError;
use crate::panics;

/// A call whose result type does not matter to the queue.
///
/// None of these panics, though what a call holds and whoever waits for it may.
pub(super) trait Task: Send + Sync {
    /// The latest time for an answer.
    fn deadline(&self) -> Instant;
    /// The time that it was given.
    fn given(&self) -> Duration;
    /// The flag that ends it from outside.
    fn stop(&self) -> &Arc<Stop>;
    /// Runs it, and keeps what it gives.
    fn run(&self);
    /// Answers with what it gave, unless it was answered before.
    fn finish(&self);
    /// Answers with an error, unless it was answered before.
    fn fail(&self, error: ToolError);
}

/// What a caller waits on.
pub(super) type Answer<T> = oneshot::Receiver<Result<T, ToolError>>;

/// A closure, and whoever waits for what it gives.
pub(super) struct Work<T, F> {
    deadline: Instant,
    given: Duration,
    stop: Arc<Stop>,
    /// With the span that was current when the call was made. It is held no longer than the
    /// closure, so that it can end.
    run: Mutex<Option<(Span, F)>>,
    result: Mutex<Option<Result<T, ToolError>>>,
    reply: Mutex<Option<oneshot::Sender<Result<T, ToolError>>>>,
}

impl<T, F> Work<T, F> {
    pub(super) fn new(deadline: Instant, given: Duration, run: F) -> (Arc<Self>, Answer<T>) {
        let (sender, answer) = oneshot::channel();
        let work = Self {
            deadline,
            given,
            stop: Arc::default(),
            run: Mutex::new(Some((Span::current(), run))),
            result: Mutex::default(),
            reply: Mutex::new(Some(sender)),
        };
        (Arc::new(work), answer)
    }

    fn answer(&self, result: Result<T, ToolError>) {
        if let Some(sender) = take(&self.reply) {
            // Whoever waited may have gone; then nobody wants the answer.
            let _ = sender.send(result);
        }
    }
}

fn take<V>(cell: &Mutex<Option<V>>) -> Option<V> {
    cell.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl<T, F> Task for Work<T, F>
where
    T: Send,
    F: FnOnce() -> Result<T, ToolError> + Send,
{
    fn deadline(&self) -> Instant {
        self.deadline
    }

    fn given(&self) -> Duration {
        self.given
    }

    fn stop(&self) -> &Arc<Stop> {
        &self.stop
    }

    fn run(&self) {
        // Taken out first, so that the lock is not held while a script runs.
        let Some((span, run)) = take(&self.run) else { return };
        let budget = budget::begin(Arc::clone(&self.stop));
        // The span is the host's too, and what is told of a panic belongs in it.
        let result = panics::contain(|| span.in_scope(|| panics::contain(run))).flatten();
        let result = result.unwrap_or_else(|| Err(message::panicked()));
        panics::contain(|| drop(span));
        drop(budget);
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    }

    fn finish(&self) {
        if let Some(result) = take(&self.result) {
            panics::contain(|| self.answer(result));
        }
    }

    fn fail(&self, error: ToolError) {
        panics::contain(|| drop(take(&self.run)));
        panics::contain(|| self.answer(Err(error)));
    }
}
