//! How long to wait before another worker is started.

use std::time::{Duration, Instant};

/// The shortest wait, after the second death in a row.
const FIRST: Duration = Duration::from_millis(50);

/// The longest wait.
const LONGEST: Duration = Duration::from_secs(5);

/// Workers that died one after another without an answer in between.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    deaths: u32,
    not_before: Option<Instant>,
}

impl Backoff {
    /// Takes note of a death. The first of a row costs no wait.
    pub(super) fn died(&mut self, now: Instant) {
        self.deaths = self.deaths.saturating_add(1);
        let doublings = self.deaths.checked_sub(2);
        let wait = doublings
            .map(|times| FIRST.saturating_mul(2_u32.saturating_pow(times.min(16))).min(LONGEST));
        self.not_before = wait.and_then(|wait| now.checked_add(wait));
    }

    /// Takes note of an answer.
    pub(super) fn answered(&mut self) {
        *self = Self::default();
    }

    /// How long to wait from now on.
    pub(super) fn wait(&self, now: Instant) -> Option<Duration> {
        let wait = self.not_before?.saturating_duration_since(now);
        (!wait.is_zero()).then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_that_die_in_a_row_are_started_later_and_later() {
        let (mut backoff, now) = (Backoff::default(), Instant::now());
        let mut waits = Vec::new();
        for _ in 0..10 {
            backoff.died(now);
            waits.push(backoff.wait(now).unwrap_or_default().as_millis());
        }
        assert_eq!(waits, [0, 50, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
        assert_eq!(backoff.wait(now + LONGEST), None);
        backoff.answered();
        assert_eq!(backoff.wait(now), None);
        (0..100_000).for_each(|_| backoff.died(now));
        assert_eq!(backoff.wait(now), Some(LONGEST));
    }
}
