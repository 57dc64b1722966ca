//! Futures of a runtime, for whoever polls them.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

/// A future that is polled within a runtime: its timers need one, and a toolkit is used on
/// any executor.
pub(in crate::remote) struct Entered<F> {
    runtime: Handle,
    future: Pin<Box<F>>,
}

impl<F> Entered<F> {
    pub(in crate::remote) fn new(runtime: &Handle, future: F) -> Self {
        Self { runtime: runtime.clone(), future: Box::pin(future) }
    }
}

impl<F: Future> Future for Entered<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { runtime, future } = self.get_mut();
        let _entered = runtime.enter();
        future.as_mut().poll(context)
    }
}
