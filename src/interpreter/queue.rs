//! The calls that wait: by the order they came in, and by their deadlines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use super::message;
use super::task::Task;

/// The place of a call in the order they came in.
pub(super) type Number = u64;

/// Calls that wait. Each step takes the same few looks however many they are.
#[derive(Default)]
pub(super) struct Queue {
    next: Number,
    calls: BTreeMap<Number, Waiting>,
    deadlines: BTreeSet<(Instant, Number)>,
}

/// A call that waits.
pub(super) struct Waiting {
    pub(super) task: Arc<dyn Task>,
    /// Whether another call ran or waited when it came.
    behind: bool,
}

impl Waiting {
    /// Answers that the call's time was over before it began.
    pub(super) fn too_late(&self) {
        let given = self.task.given();
        self.task.fail(if self.behind {
            message::never_began(given)
        } else {
            message::too_short(given)
        });
    }
}

impl Queue {
    /// Puts a call at the end.
    pub(super) fn push(&mut self, task: Arc<dyn Task>, behind: bool) -> Number {
        let number = self.next;
        self.next += 1;
        self.deadlines.insert((task.deadline(), number));
        self.calls.insert(number, Waiting { task, behind });
        number
    }

    /// Takes the call that came first.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let (number, call) = self.calls.pop_first()?;
        self.deadlines.remove(&(call.task.deadline(), number));
        Some(call)
    }

    /// Takes a call out, where it still waits.
    pub(super) fn remove(&mut self, number: Number) -> Option<Waiting> {
        let call = self.calls.remove(&number)?;
        self.deadlines.remove(&(call.task.deadline(), number));
        Some(call)
    }

    /// Takes every call whose time is over, the one first that had to end first.
    pub(super) fn take_late(&mut self, now: Instant) -> Vec<Waiting> {
        let mut late = Vec::new();
        while self.first_deadline().is_some_and(|deadline| deadline <= now) {
            let number = self.deadlines.pop_first().map(|(_, number)| number);
            late.extend(number.and_then(|number| self.calls.remove(&number)));
        }
        late
    }

    /// Takes every call, in order.
    pub(super) fn take_all(&mut self) -> Vec<Waiting> {
        self.deadlines.clear();
        std::mem::take(&mut self.calls).into_values().collect()
    }

    /// When the first of them has to end.
    pub(super) fn first_deadline(&self) -> Option<Instant> {
        self.deadlines.first().map(|(deadline, _)| *deadline)
    }

    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}
