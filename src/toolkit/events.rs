//! The events of a toolkit as a stream.

use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Weak};
use std::task::Poll;

use tokio::sync::broadcast::{self, error::RecvError};

use super::event::ToolkitEvent;
use super::listing::Listing;
use crate::collection::ChangeNotice;

/// The events of a toolkit, from when it was asked for them.
///
/// Waiting for the next one is also what looks at collections that change by
/// themselves: a toolkit has no thread of its own.
pub struct ToolkitEvents {
    told: broadcast::Receiver<ToolkitEvent>,
    listing: Weak<Listing>,
    /// None when no collection changes any more.
    notice: Option<ChangeNotice>,
}

impl ToolkitEvents {
    pub(super) fn new(listing: &Arc<Listing>, told: broadcast::Receiver<ToolkitEvent>) -> Self {
        Self { told, listing: Arc::downgrade(listing), notice: Some(listing.notice()) }
    }

    /// The next event, when there is one; nothing when the toolkit is gone.
    pub async fn next(&mut self) -> Option<ToolkitEvent> {
        loop {
            // A change that nobody has looked at yet becomes an event by looking.
            self.listing.upgrade().map(|listing| listing.catalogue());
            let Some(notice) = &mut self.notice else {
                return event(self.told.recv().await);
            };
            match first(self.told.recv(), notice.changed()).await {
                First::Told(told) => return event(told),
                First::Changed(true) => {}
                First::Changed(false) => self.notice = None,
            }
        }
    }
}

fn event(told: Result<ToolkitEvent, RecvError>) -> Option<ToolkitEvent> {
    match told {
        Ok(event) => Some(event),
        Err(RecvError::Lagged(events)) => Some(ToolkitEvent::Missed { events }),
        Err(RecvError::Closed) => None,
    }
}

enum First {
    Told(Result<ToolkitEvent, RecvError>),
    Changed(bool),
}

/// What comes first.
async fn first(
    told: impl Future<Output = Result<ToolkitEvent, RecvError>>,
    changed: impl Future<Output = bool>,
) -> First {
    let (mut told, mut changed) = (pin!(told), pin!(changed));
    let either = poll_fn(|context| {
        if let Poll::Ready(told) = told.as_mut().poll(context) {
            return Poll::Ready(First::Told(told));
        }
        changed.as_mut().poll(context).map(First::Changed)
    });
    either.await
}

impl fmt::Debug for ToolkitEvents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolkitEvents")
    }
}
