//! Several futures beside each other.

use std::future::{Future, poll_fn};
use std::task::Poll;

/// Waits for all, which go on beside each other.
pub(crate) async fn all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let futures = futures.into_iter();
    let mut waiting: Vec<_> = futures.map(|future| (Some(Box::pin(future)), None)).collect();
    poll_fn(|context| {
        for (future, output) in &mut waiting {
            if let Some(running) = future
                && let Poll::Ready(ready) = running.as_mut().poll(context)
            {
                (*future, *output) = (None, Some(ready));
            }
        }
        let done = waiting.iter().all(|(future, _)| future.is_none());
        if done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    waiting.into_iter().filter_map(|(_, output)| output).collect()
}
