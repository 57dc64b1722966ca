//! Telling that a collection has changed.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use tokio::sync::watch;

/// Tells when a collection has changed.
#[derive(Clone, Debug, Default)]
pub struct ChangeNotice(Vec<watch::Receiver<()>>);

impl ChangeNotice {
    /// Waits for the next change. Several that come before it is asked are one.
    /// `false` when there will never be another.
    pub async fn changed(&mut self) -> bool {
        let mut waits: Vec<_> = self.0.iter_mut().map(|one| Box::pin(one.changed())).collect();
        let told = poll_fn(|context| {
            let mut told = None;
            waits.retain_mut(|wait| match pin!(wait).poll(context) {
                Poll::Pending => true,
                Poll::Ready(Ok(())) => {
                    told = Some(());
                    false
                }
                Poll::Ready(Err(_)) => false,
            });
            match told {
                Some(()) => Poll::Ready(true),
                None if waits.is_empty() => Poll::Ready(false),
                None => Poll::Pending,
            }
        });
        told.await
    }

    /// Whether there was a change since this was last asked.
    pub fn take(&mut self) -> bool {
        let mut changed = false;
        self.0.retain_mut(|one| {
            let state = one.has_changed();
            // Whoever has gone may have told something before.
            changed |= *state.as_ref().unwrap_or(&true);
            one.mark_unchanged();
            state.is_ok()
        });
        changed
    }

    /// One notice of what several tell.
    #[must_use]
    pub fn join(notices: impl IntoIterator<Item = Self>) -> Self {
        Self(notices.into_iter().flat_map(|notice| notice.0).collect())
    }
}

/// What a collection tells its changes by.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let notifier = rulebook::ChangeNotifier::new();
/// let mut notice = notifier.notice();
/// notifier.notify();
/// assert!(notice.changed().await);
/// drop(notifier);
/// assert!(!notice.changed().await);
/// # });
/// ```
#[derive(Debug)]
pub struct ChangeNotifier(watch::Sender<()>);

impl ChangeNotifier {
    /// One that has told nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self(watch::Sender::new(()))
    }

    /// Tells that the collection has changed.
    pub fn notify(&self) {
        self.0.send_replace(());
    }

    /// A notice of the changes from now on.
    #[must_use]
    pub fn notice(&self) -> ChangeNotice {
        ChangeNotice(vec![self.0.subscribe()])
    }
}

impl Default for ChangeNotifier {
    fn default() -> Self {
        Self::new()
    }
}
