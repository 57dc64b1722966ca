//! Code of others that may panic.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// What a caller is told of a panic. What the panic itself says is for the host.
pub(crate) const MESSAGE: &str =
    "a function of the host failed unexpectedly: the log of the host says why";

/// Runs code of others; nothing when it panicked.
///
/// What it panicked with is told in the log. It may panic again when it is
/// dropped, and that ends here too.
pub(crate) fn contain<T>(run: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(value) => Some(value),
        Err(payload) => {
            tracing::error!("a function of the host panicked: {}", text(&*payload));
            if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
                // Whoever panics twice may do so a third time.
                std::mem::forget(again);
            }
            None
        }
    }
}

/// Runs a future of others; nothing when it panicked, which it may do as well when it
/// is made and when it is dropped.
pub(crate) fn contained<F: Future>(make: impl FnOnce() -> F) -> Contained<F> {
    Contained { future: contain(|| Box::pin(make())) }
}

/// What [`contained`] gives.
pub(crate) struct Contained<F> {
    /// None once it has ended.
    future: Option<Pin<Box<F>>>,
}

impl<F: Future> Future for Contained<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(future) = &mut self.future else { return Poll::Ready(None) };
        let polled = contain(|| future.as_mut().poll(context));
        if let Some(Poll::Pending) = polled {
            return Poll::Pending;
        }
        let ended = self.future.take();
        contain(|| drop(ended));
        Poll::Ready(polled.and_then(|polled| match polled {
            Poll::Ready(output) => Some(output),
            Poll::Pending => None,
        }))
    }
}

impl<F> Drop for Contained<F> {
    fn drop(&mut self) {
        let future = self.future.take();
        contain(|| drop(future));
    }
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("it did not say why")
}
