//! How long to wait before something is tried again.

use std::time::Duration;

/// Waits that double, up to a longest one.
pub(in crate::remote) struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(in crate::remote) fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, next: first }
    }

    /// How long to wait this time.
    pub(in crate::remote) fn next(&mut self) -> Duration {
        let wait = self.next;
        self.next = wait.saturating_mul(2).min(self.longest);
        wait
    }

    /// What was tried has gone well: the next time begins anew.
    pub(in crate::remote) fn begin_anew(&mut self) {
        self.next = self.first;
    }
}
