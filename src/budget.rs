//! What the call that runs on this thread may still do.
//!
//! A running script asks before every operation. The count is kept here and not
//! in the engine, because the engine starts a count of its own for every
//! function that a native function calls back, and would never reach the limit.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::panics;

/// How many operations pass between two looks at the stop flag. Few, because each
/// may be a native function that takes its time; a look costs about a nanosecond.
const LOOK_EVERY: u64 = 4;

/// Told by others that a call is to end; read by the script that runs.
#[derive(Default)]
pub(crate) struct Stop {
    set: AtomicBool,
    told: Mutex<Told>,
    done: Condvar,
}

/// What is done when a call is told to end.
#[derive(Default)]
struct Told {
    then: Vec<Box<dyn FnOnce() + Send>>,
    /// Whether it is being done.
    doing: bool,
}

impl Stop {
    /// Tells the call to end.
    pub(crate) fn set(&self) {
        if self.set.swap(true, Ordering::AcqRel) {
            return;
        }
        // Taken out first: what is done may ask this flag again.
        let then = {
            let mut told = self.told();
            told.doing = true;
            std::mem::take(&mut told.then)
        };
        for then in then {
            panics::contain(then);
        }
        self.told().doing = false;
        self.done.notify_all();
    }

    /// Whether the call is to end.
    pub(crate) fn is_set(&self) -> bool {
        self.set.load(Ordering::Acquire)
    }

    /// Has something done when the call is told to end: once, by whoever tells
    /// it, or here and now if it was told before. Never once the call has ended.
    ///
    /// It has to be short, because whoever tells waits for it, and the thread of
    /// the call before it takes the next. It may take any lock but those held by
    /// the caller of this.
    pub(crate) fn on_set(&self, then: impl FnOnce() + Send + 'static) {
        let mut told = self.told();
        // Whoever sets the flag takes the list after it: what is put there under
        // the lock while the flag is not set, is found.
        if self.is_set() {
            drop(told);
            then();
        } else {
            told.then.push(Box::new(then));
        }
    }

    /// Forgets what was to be done, because the call has ended, and waits for
    /// what is being done: it must not reach the call after this one.
    fn end(&self) {
        let mut told = self.told();
        while told.doing {
            told = self.done.wait(told).unwrap_or_else(PoisonError::into_inner);
        }
        let forgotten = std::mem::take(&mut told.then);
        drop(told);
        panics::contain(|| drop(forgotten));
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}

/// Why an operation may not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The call was told to end.
    Stopped,
    /// The call has done as many operations as it may.
    Operations,
}

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
    static STOP: RefCell<Option<Arc<Stop>>> = const { RefCell::new(None) };
}

/// Makes a call the one that runs on this thread, until the guard is dropped.
pub(crate) fn begin(stop: Arc<Stop>) -> Guard {
    DONE.set(0);
    STOP.with_borrow_mut(|current| *current = Some(stop));
    Guard
}

/// Gives the call on this thread all its operations again.
pub(crate) fn renew() {
    DONE.set(0);
}

/// Ends the budget of the call that began it.
pub(crate) struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(stop) = STOP.with_borrow_mut(Option::take) {
            stop.end();
        }
    }
}

/// Counts one operation of the call on this thread, against a limit.
#[inline]
pub(crate) fn spend(limit: u64) -> Option<Refusal> {
    let done = DONE.get() + 1;
    DONE.set(done);
    if done > limit {
        return Some(Refusal::Operations);
    }
    if done.is_multiple_of(LOOK_EVERY) && is_stopped() {
        return Some(Refusal::Stopped);
    }
    None
}

/// The flag that ends the call on this thread, where one runs.
pub(crate) fn current() -> Option<Arc<Stop>> {
    STOP.with_borrow(Clone::clone)
}

/// Whether the call on this thread was told to end.
pub(crate) fn is_stopped() -> bool {
    STOP.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.is_set()))
}

#[cfg(test)]
mod tests;
