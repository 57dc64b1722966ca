//! A future of others, which may panic.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::panics;

/// What a future gives; nothing when it panicked, as it was polled or dropped.
pub(crate) async fn contained<F: Future>(future: F) -> Option<F::Output> {
    let mut contained = Contained(Some(Box::pin(future)));
    poll_fn(|context| contained.poll(context)).await
}

/// A future that is dropped as soon as it is done with, a panic then contained too.
struct Contained<F>(Option<Pin<Box<F>>>);

impl<F: Future> Contained<F> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<F::Output>> {
        let Some(future) = &mut self.0 else { return Poll::Ready(None) };
        match panics::contain(|| future.as_mut().poll(context)) {
            Some(Poll::Pending) => Poll::Pending,
            Some(Poll::Ready(output)) => Poll::Ready(self.discard().and(Some(output))),
            None => {
                self.discard();
                Poll::Ready(None)
            }
        }
    }
}

impl<F> Contained<F> {
    /// Drops the future; nothing when that panicked.
    fn discard(&mut self) -> Option<()> {
        let future = self.0.take();
        panics::contain(|| drop(future))
    }
}

impl<F> Drop for Contained<F> {
    fn drop(&mut self) {
        self.discard();
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    struct Explosive;

    impl Drop for Explosive {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn a_future_that_panics_gives_nothing() {
        assert_eq!(run(contained(async { 1 })), Some(1));
        assert_eq!(run(contained::<_>(async { panic!("polled") })), None::<()>);
        let explosive = async {
            let _held = Explosive;
        };
        assert_eq!(run(contained(explosive)), None);
    }

    #[test]
    fn a_future_that_panics_as_it_is_given_up_harms_nobody() {
        let mut given_up = Box::pin(contained(async {
            let _held = Explosive;
            pending::<()>().await;
        }));
        let mut context = Context::from_waker(std::task::Waker::noop());
        assert!(given_up.as_mut().poll(&mut context).is_pending());
        drop(given_up);
    }
}
