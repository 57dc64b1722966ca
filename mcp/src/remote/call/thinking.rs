//! The time that a call may take, without the time in which a person thinks. A toolkit
//! counts the same way.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};

/// How long the questions of one call were open.
#[derive(Default)]
pub(super) struct Thinking(Mutex<Open>);

#[derive(Default)]
struct Open {
    questions: usize,
    /// Since when at least one has been open.
    since: Option<Instant>,
    /// How long that was before.
    before: Duration,
}

/// A question that is open until this is dropped.
pub(super) struct OpenQuestion<'a>(&'a Thinking);

impl Thinking {
    /// A question is asked.
    pub(super) fn asks(&self) -> OpenQuestion<'_> {
        let mut open = self.open();
        open.questions = open.questions.saturating_add(1);
        open.since.get_or_insert_with(Instant::now);
        OpenQuestion(self)
    }

    /// What a future gives; nothing when it took longer than a time, in which no question
    /// was open.
    pub(super) async fn within<F: Future>(&self, time: Duration, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        let (mut left, mut counted) = (time, Duration::ZERO);
        loop {
            if let Ok(output) = timeout(left, future.as_mut()).await {
                return Some(output);
            }
            let passed = self.passed();
            left = passed.saturating_sub(counted);
            counted = passed;
            if left.is_zero() {
                return None;
            }
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn passed(&self) -> Duration {
        let open = self.open();
        let now = open.since.map(|since| since.elapsed());
        open.before.saturating_add(now.unwrap_or_default())
    }
}

impl Drop for OpenQuestion<'_> {
    fn drop(&mut self) {
        let mut open = self.0.open();
        open.questions = open.questions.saturating_sub(1);
        if open.questions == 0
            && let Some(since) = open.since.take()
        {
            open.before = open.before.saturating_add(since.elapsed());
        }
    }
}
