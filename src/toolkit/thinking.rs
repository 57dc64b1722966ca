//! The time that a call may take, without the time in which a person thinks.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::Clock;
use crate::tool::{AnswerFuture, Caller, Listener, Progress, Question};

/// How long the questions of one call were open.
#[derive(Clone)]
pub(super) struct Thinking {
    clock: Clock,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    questions: usize,
    /// Since when at least one has been open.
    since: Option<Instant>,
    /// How long that was before.
    before: Duration,
}

impl Thinking {
    pub(super) fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), open: Arc::default() }
    }

    /// The same caller, whose questions are timed.
    pub(super) fn timed(&self, caller: Caller) -> Caller {
        if caller == Caller::default() {
            return caller;
        }
        Caller::new(Timed { caller, thinking: self.clone() })
    }

    /// What a future gives; nothing when it took longer than a time, in which no
    /// question was open.
    pub(super) async fn within<F: Future>(&self, time: Duration, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        let (mut left, mut counted) = (time, Duration::ZERO);
        loop {
            if let Some(output) = self.clock.within(left, future.as_mut()).await {
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
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn passed(&self) -> Duration {
        let open = self.open();
        let now = open.since.map(|since| self.clock.now().saturating_duration_since(since));
        open.before.saturating_add(now.unwrap_or_default())
    }
}

struct Timed {
    caller: Caller,
    thinking: Thinking,
}

impl Listener for Timed {
    fn progress(&self, progress: Progress) {
        self.caller.progress(progress);
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        Box::pin(async {
            let _asked = Asked::new(&self.thinking);
            self.caller.ask(question).await
        })
    }
}

/// A question that is open until this is dropped.
struct Asked<'a>(&'a Thinking);

impl<'a> Asked<'a> {
    fn new(thinking: &'a Thinking) -> Self {
        let mut open = thinking.open();
        open.questions = open.questions.saturating_add(1);
        open.since.get_or_insert_with(|| thinking.clock.now());
        Self(thinking)
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        let now = self.0.clock.now();
        let mut open = self.0.open();
        open.questions = open.questions.saturating_sub(1);
        if open.questions == 0
            && let Some(since) = open.since.take()
        {
            open.before = open.before.saturating_add(now.saturating_duration_since(since));
        }
    }
}
