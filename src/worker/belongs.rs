//! Whom the lines of a worker's log belong to.

use std::sync::{Arc, Mutex, PoisonError};

use tracing::Span;

/// The span of the call that a request was sent for, as long as it is being answered.
///
/// A line names the request that the worker was answering when it was printed: one that
/// comes late is in no span rather than in that of another call.
#[derive(Clone, Default)]
pub(super) struct Belongs(Arc<Mutex<Option<(u64, Span)>>>);

impl Belongs {
    /// A request is about to be sent, for whatever runs on this thread.
    pub(super) fn begin(&self, request: u64) {
        self.put(Some((request, Span::current())));
    }

    /// The request was answered, or nobody waits for that any more.
    pub(super) fn end(&self) {
        self.put(None);
    }

    fn put(&self, next: Option<(u64, Span)>) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *current, next);
        drop(current);
        // The end of a span runs code of the host: not under the lock.
        drop(before);
    }

    /// Does something in the span of a request; in none where that is over.
    pub(super) fn within(&self, request: u64, run: impl FnOnce()) {
        let current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_request = current.as_ref().filter(|(number, _)| *number == request);
        let span = of_request.map(|(_, span)| span.clone());
        drop(current);
        match span {
            Some(span) => span.in_scope(run),
            None => run(),
        }
    }
}
