//! When changes have settled: after a short quiet time, and at the latest after a
//! longer one.

use std::time::{Duration, Instant};

/// How long changes are gathered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// How long nothing may have happened.
    pub(super) quiet: Duration,
    /// How long changes may go on and on.
    pub(super) longest: Duration,
}

/// Changes that were noticed, and not looked at yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathering {
    patience: Patience,
    since: Option<Span>,
}

/// From the first change to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    first: Instant,
    last: Instant,
    /// When the files were looked at last, in the middle of being saved.
    looked: Option<Instant>,
}

impl Gathering {
    pub(super) fn new(patience: Patience) -> Self {
        Self { patience, since: None }
    }

    /// Takes note of a change.
    pub(super) fn note(&mut self, now: Instant) {
        let since = self.since.get_or_insert(Span { first: now, last: now, looked: None });
        since.last = now;
    }

    /// When to look at the files, while one of them may still be written to.
    pub(super) fn due(&self, writing: bool) -> Option<Instant> {
        let Patience { quiet, longest } = self.patience;
        let Span { first, last, looked } = self.since?;
        let latest = first + longest;
        if let Some(looked) = looked {
            // What looked half saved is looked at again and again.
            return Some(looked + quiet);
        }
        Some(if writing { latest } else { latest.min(last + quiet) })
    }

    /// Takes what was gathered; what is noticed from now on is gathered anew.
    pub(super) fn take(&mut self) -> Option<Span> {
        self.since.take()
    }

    /// Goes on gathering: what was taken looks as if it was half saved.
    pub(super) fn hold(&mut self, taken: Span, now: Instant) {
        let last = self.since.map_or(taken.last, |since| since.last);
        self.since = Some(Span { first: taken.first, last, looked: Some(now) });
    }

    /// Until when what was taken is held on to while it looks half saved, instead of
    /// taken as it is.
    pub(super) fn hold_until(&self, taken: Span) -> Instant {
        let Patience { longest, .. } = self.patience;
        (taken.last + longest).min(taken.first + longest * 2)
    }
}

#[cfg(test)]
mod tests;
