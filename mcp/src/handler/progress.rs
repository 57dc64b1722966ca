//! How far a call is, as a client is told: more each time, and not too often.

use std::collections::VecDeque;
use std::time::Duration;

use rmcp::model::{
    ProgressNotification, ProgressNotificationParam, ProgressToken, ServerNotification,
};
use rulebook::Progress;
use tokio::time::Instant;

/// When a call is long, and how often the client is then told that it goes on.
const LONG: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_secs(5);

/// How many steps are sent within a second, at most.
const MOST: usize = 20;
const SECOND: Duration = Duration::from_secs(1);

/// How many steps may wait to be sent; the latest replaces the last of them.
const WAITING: usize = 20;

/// What is to be told of how far a call is.
pub(super) struct Steps {
    tool: String,
    token: ProgressToken,
    waiting: VecDeque<Progress>,
    began: Instant,
    /// When the client hears next that the call goes on, as long as the tool says nothing.
    beat: Option<Instant>,
    /// What was told last, and how much of it was no word of the tool.
    last: Option<f64>,
    beaten: f64,
    /// The times of the steps of the last second.
    sent: VecDeque<Instant>,
}

impl Steps {
    pub(super) fn new(tool: &str, token: ProgressToken, began: Instant) -> Self {
        Self {
            tool: tool.to_owned(),
            token,
            waiting: VecDeque::new(),
            began,
            beat: began.checked_add(LONG),
            last: None,
            beaten: 0.0,
            sent: VecDeque::new(),
        }
    }

    /// The tool says how far it is.
    pub(super) fn take(&mut self, progress: Progress) {
        // It speaks for itself from now on.
        self.beat = None;
        if self.waiting.len() >= WAITING {
            self.waiting.pop_back();
        }
        self.waiting.push_back(progress);
    }

    /// The step to tell now, or when to ask again. At the end of the call only the latest
    /// is told.
    pub(super) fn next(&mut self, now: Instant, ended: bool) -> Result<Step, Instant> {
        while self.sent.front().is_some_and(|sent| now.saturating_duration_since(*sent) >= SECOND) {
            self.sent.pop_front();
        }
        let later = || now.checked_add(EVERY).unwrap_or(now);
        if self.sent.len() >= MOST {
            if !ended {
                let first = self.sent.front().and_then(|sent| sent.checked_add(SECOND));
                return Err(first.unwrap_or_else(later));
            }
            self.waiting.drain(..self.waiting.len().saturating_sub(1));
        }
        while let Some(progress) = self.waiting.pop_front() {
            if let Some(step) = self.of_the_tool(progress) {
                return Ok(self.told(step, now));
            }
        }
        match self.beat {
            Some(beat) if beat <= now && !ended => {
                let seconds = now.saturating_duration_since(self.began).as_secs_f64().floor();
                self.beat = now.checked_add(EVERY);
                self.beaten = seconds;
                let message = format!("`{}` has run for {seconds} s", self.tool);
                let step = Progress::new(seconds).message(message);
                Ok(self.told(step, now))
            }
            Some(beat) if !ended => Err(beat),
            _ => Err(later()),
        }
    }

    /// A step as it is told: more than the one before, or not at all.
    fn of_the_tool(&self, mut step: Progress) -> Option<Progress> {
        // What was told before the tool spoke counts as done.
        step.done += self.beaten;
        step.total = step.total.map(|total| total + self.beaten).filter(|total| total.is_finite());
        let more = self.last.is_none_or(|last| step.done > last);
        (step.done.is_finite() && more).then_some(step)
    }

    fn told(&mut self, step: Progress, now: Instant) -> Step {
        self.last = Some(step.done);
        self.sent.push_back(now);
        let mut told = ProgressNotificationParam::new(self.token.clone(), step.done);
        told.total = step.total;
        told.message = step.message;
        Step(told)
    }
}

/// A step to tell.
pub(super) struct Step(ProgressNotificationParam);

impl From<Step> for ServerNotification {
    fn from(step: Step) -> Self {
        ProgressNotification::new(step.0).into()
    }
}
