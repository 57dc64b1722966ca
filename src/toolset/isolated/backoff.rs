//! How long to wait before another worker is started.

use std::time::{Duration, Instant};

use crate::error::{ErrorCode, ToolError};

/// The shortest wait, after the second death in a row.
const FIRST: Duration = Duration::from_millis(50);

/// The longest wait that a call waits out; with a longer one it fails at once.
const WAITED_OUT: Duration = Duration::from_millis(400);

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
    ///
    /// # Errors
    /// What a call is told that would wait too long.
    pub(super) fn wait(&self, now: Instant) -> Result<Duration, ToolError> {
        let at = self.not_before.unwrap_or(now);
        let wait = at.saturating_duration_since(now);
        if wait <= WAITED_OUT {
            return Ok(wait);
        }
        let text = format!(
            "the worker process died {} times in a row, and is started again in {:.1} s",
            self.deaths,
            wait.as_secs_f64()
        );
        Err(ToolError::new(ErrorCode::Unavailable, text))
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
            let wait = backoff.wait(now).map_err(|error| error.message);
            waits.push(wait.map_or_else(|error| error, |wait| wait.as_millis().to_string()));
        }
        let later = |deaths, time| {
            format!(
                "the worker process died {deaths} times in a row, and is started again in {time} s"
            )
        };
        let (sixth, eighth) = (later(6, "0.8"), later(8, "3.2"));
        let (seventh, last) = (later(7, "1.6"), [later(9, "5.0"), later(10, "5.0")]);
        assert_eq!(waits[..5], ["0", "50", "100", "200", "400"]);
        assert_eq!(waits[5..8], [sixth, seventh, eighth]);
        assert_eq!(waits[8..], last);
        assert_eq!(backoff.wait(now + LONGEST), Ok(Duration::ZERO));
        backoff.answered();
        assert_eq!(backoff.wait(now), Ok(Duration::ZERO));
        (0..100_000).for_each(|_| backoff.died(now));
        assert!(backoff.wait(now).is_err());
    }
}
