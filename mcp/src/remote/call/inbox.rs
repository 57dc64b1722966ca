//! What a server says to one call while it runs: how far it is, and what it asks.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use rmcp::model::ProgressNotificationParam;
use rulebook::Progress;

use super::question::Asked;
use crate::remote::messages::said;

/// How many steps may wait; the latest replaces the last of them.
const STEPS: usize = 32;

/// How many questions may be open at once.
const QUESTIONS: usize = 16;

/// The longest message of a step, in characters.
const LONGEST: usize = 1_000;

/// What waits for a call, which takes it when it is polled: whoever hears the server never
/// waits for the call.
#[derive(Default)]
pub(in crate::remote) struct Inbox(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    steps: VecDeque<Progress>,
    /// How far the last step was.
    last: Option<f64>,
    questions: Vec<Asked>,
    /// How many questions the call asks already.
    open: usize,
    waker: Option<Waker>,
}

impl Inbox {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The call is so far.
    pub(super) fn progress(&self, told: ProgressNotificationParam) {
        let mut waiting = self.waiting();
        // More each time, as the protocol has it.
        if !told.progress.is_finite() || waiting.last.is_some_and(|last| told.progress <= last) {
            return;
        }
        waiting.last = Some(told.progress);
        let mut step = Progress::new(told.progress);
        step.total = told.total;
        step.message = told.message.map(|message| said::within(&message, LONGEST));
        if waiting.steps.len() >= STEPS {
            waiting.steps.pop_back();
        }
        waiting.steps.push_back(step);
        waiting.wake();
    }

    /// The server asks something. Whether that is passed on: not where too much is open.
    pub(super) fn question(&self, asked: Asked) -> bool {
        let mut waiting = self.waiting();
        if waiting.questions.len().saturating_add(waiting.open) >= QUESTIONS {
            return false;
        }
        waiting.questions.push(asked);
        waiting.wake();
        true
    }

    /// Whether anything is asked that is not answered.
    pub(super) fn is_asking(&self) -> bool {
        let waiting = self.waiting();
        waiting.open > 0 || !waiting.questions.is_empty()
    }

    /// The steps that wait.
    pub(super) fn take_steps(&self) -> VecDeque<Progress> {
        std::mem::take(&mut self.waiting().steps)
    }

    /// What waits, and whom to wake when there is more.
    pub(super) fn take(&self, waker: &Waker) -> (VecDeque<Progress>, Vec<Asked>) {
        let mut waiting = self.waiting();
        waiting.waker = Some(waker.clone());
        let questions = std::mem::take(&mut waiting.questions);
        waiting.open = waiting.open.saturating_add(questions.len());
        (std::mem::take(&mut waiting.steps), questions)
    }

    /// So many questions are still open of those that were taken.
    pub(super) fn still_open(&self, open: usize) {
        self.waiting().open = open;
    }
}

impl Waiting {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{NumberOrString, ProgressToken};

    use super::*;

    #[test]
    fn what_nobody_takes_stays_small() {
        let inbox = Inbox::default();
        for step in 1..=1_000_u32 {
            let token = ProgressToken(NumberOrString::Number(1));
            inbox.progress(ProgressNotificationParam::new(token, step.into()));
        }
        let done: Vec<_> = inbox.take_steps().into_iter().map(|step| step.done).collect();
        assert_eq!(done.len(), STEPS);
        assert_eq!((done.first(), done.last()), (Some(&1.0), Some(&1_000.0)));
    }
}
