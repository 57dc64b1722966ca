//! Whether a connection holds, and when it has to be asked.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rmcp::service::ServiceError;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// How long a connection is left alone before it is asked whether it still holds.
const IDLE: Duration = Duration::from_secs(30);

/// Whether a connection holds, and what runs on it.
pub(in crate::remote) struct Pulse {
    lost: CancellationToken,
    why: OnceLock<String>,
    running: Mutex<Running>,
    /// Tells that `running` is another.
    changed: Notify,
    /// How many requests the server has answered.
    answers: watch::Sender<u64>,
}

struct Running {
    /// The number of the next call.
    next: u64,
    open: BTreeSet<u64>,
    /// A call went without an answer; those below this number may still get theirs.
    suspected: Option<u64>,
    /// When anything last happened.
    quiet_since: Instant,
}

/// A request that waits for its answer. A server that left it without one is asked
/// whether it is still there.
pub(in crate::remote) struct InFlight<'a> {
    pulse: &'a Pulse,
    number: u64,
    /// The server is not asked whether it is there.
    unsuspected: bool,
}

impl Pulse {
    pub(in crate::remote) fn new() -> Self {
        let running = Running {
            next: 0,
            open: BTreeSet::new(),
            suspected: None,
            quiet_since: Instant::now(),
        };
        Self {
            lost: CancellationToken::new(),
            why: OnceLock::new(),
            running: Mutex::new(running),
            changed: Notify::new(),
            answers: watch::Sender::new(0),
        }
    }

    /// The connection is lost. What is said first of it holds.
    pub(in crate::remote) fn lose(&self, why: impl Into<String>) {
        let _ = self.why.set(why.into());
        self.lost.cancel();
    }

    pub(in crate::remote) fn is_lost(&self) -> bool {
        self.lost.is_cancelled()
    }

    /// Waits for the connection to be lost, and tells why.
    pub(in crate::remote) async fn lost(&self) -> String {
        self.lost.cancelled().await;
        self.why.get().cloned().unwrap_or_default()
    }

    /// The server has answered a request, whichever it was.
    pub(in crate::remote) fn answered(&self) {
        self.answers.send_modify(|count| *count = count.wrapping_add(1));
        let mut running = self.running();
        running.suspected = None;
        running.quiet_since = Instant::now();
    }

    /// The answers from now on.
    pub(in crate::remote) fn answers(&self) -> watch::Receiver<u64> {
        self.answers.subscribe()
    }

    /// The server has to be asked whether it is still there.
    pub(in crate::remote) fn suspect(&self) {
        let mut running = self.running();
        let next = running.next;
        running.suspected.get_or_insert(next);
        drop(running);
        self.changed.notify_one();
    }

    /// A request is sent.
    pub(in crate::remote) fn begins(&self) -> InFlight<'_> {
        let mut running = self.running();
        let number = running.next;
        running.next = number.wrapping_add(1);
        running.open.insert(number);
        InFlight { pulse: self, number, unsuspected: false }
    }

    /// Waits for the time to ask the server whether it is still there. That is never while
    /// a request runs within its time, since a server may do one thing at a time: only those
    /// that began after one that went without an answer do not count, for there may always
    /// be another.
    pub(in crate::remote) async fn due(&self) {
        loop {
            let idle_at = {
                let running = self.running();
                let first = running.open.first().copied();
                match (running.suspected, first) {
                    (Some(bound), first) if first.is_none_or(|first| first >= bound) => return,
                    (None, None) => running.quiet_since.checked_add(IDLE),
                    _ => None,
                }
            };
            match idle_at {
                Some(at) if at <= Instant::now() => return,
                Some(at) => tokio::select! {
                    () = sleep_until(at) => {}
                    () = self.changed.notified() => {}
                },
                None => self.changed.notified().await,
            }
        }
    }

    fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self, number: u64, unsuspected: bool) {
        let mut running = self.running();
        running.open.remove(&number);
        running.quiet_since = Instant::now();
        if !unsuspected {
            let next = running.next;
            running.suspected.get_or_insert(next);
        }
        drop(running);
        self.changed.notify_one();
    }
}

impl InFlight<'_> {
    /// An answer came, whatever it says.
    pub(in crate::remote) fn answered(mut self) {
        self.unsuspected = true;
    }

    /// Whoever waits for it waits for a moment only, and a server may well take longer.
    pub(in crate::remote) fn for_a_moment(mut self) -> Self {
        self.unsuspected = true;
        self
    }

    /// There was no answer in all the time that one may take.
    pub(in crate::remote) fn late(mut self) {
        self.unsuspected = false;
    }

    /// It failed: an error may be an answer.
    pub(in crate::remote) fn failed(self, error: &ServiceError) {
        if matches!(error, ServiceError::McpError(_) | ServiceError::UnexpectedResponse) {
            self.answered();
        }
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.pulse.ended(self.number, self.unsuspected);
    }
}
