//! Reading the list of tools again when it may have changed.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

use super::backoff::Backoff;
use super::keeper::Kept;
use super::live::Live;
use crate::remote::catalogue::listed::{ListError, list};
use crate::remote::error::ConnectError;

/// The shortest time from one reading to the next.
const PACE: Duration = Duration::from_millis(100);
/// How soon a reading that failed is tried again, and how late at most.
const AGAIN: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// Someone who waits for the list to be read again.
pub(in crate::remote) type Asked = oneshot::Sender<Result<(), ConnectError>>;

/// Reads the list again whenever it may have changed, or someone asks, as long as the
/// connection holds.
pub(in crate::remote) async fn refresh(
    kept: &Kept,
    live: &Live,
    asked: &mut mpsc::UnboundedReceiver<Asked>,
) -> Infallible {
    let changed = &live.heard.list_changed;
    let mut backoff = Backoff::new(AGAIN.0, AGAIN.1);
    let (mut not_before, mut again) = (Instant::now(), None);
    loop {
        let mut waiting = Vec::new();
        tokio::select! {
            () = changed.notified() => {}
            Some(one) = asked.recv() => waiting.push(one),
            () = sleep_until_some(again) => {}
        }
        sleep_until(not_before).await;
        // What was told and asked by now is seen by one reading; what comes later, by another.
        while let Ok(one) = asked.try_recv() {
            waiting.push(one);
        }
        tokio::select! {
            biased;
            () = changed.notified() => {}
            () = std::future::ready(()) => {}
        }
        not_before = later(PACE);
        let read = read(kept, live).await;
        again = if let Err(error) = &read {
            kept.note(format_args!("the list of tools stays as it was: {error}"));
            Some(later(backoff.next()))
        } else {
            backoff.begin_anew();
            None
        };
        for one in waiting {
            // Whoever asked may have gone.
            let _ = one.send(read.clone());
        }
    }
}

/// Reads the list once, and takes it.
async fn read(kept: &Kept, live: &Live) -> Result<(), ConnectError> {
    let in_flight = live.begins();
    let late = kept.rules.start;
    match timeout(late, list(&live.peer)).await {
        Ok(Ok(offer)) => {
            in_flight.answered();
            kept.book.take(&kept.rules, offer);
            Ok(())
        }
        Ok(Err(error)) => {
            match &error {
                ListError::Asking(error) => in_flight.failed(error),
                ListError::Answer(_) => in_flight.answered(),
            }
            Err(ConnectError::new(error.to_string()))
        }
        Err(_) => Err(ConnectError::new(format!("the server gave no list within {late:?}"))),
    }
}

fn later(wait: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(wait).unwrap_or(now)
}

async fn sleep_until_some(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
