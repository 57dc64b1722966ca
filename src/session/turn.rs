//! Whose turn it is to change a session: one thread's at a time.
//!
//! A change runs a closure of others, which may begin a change of another session.
//! Two threads that do so crosswise would wait for each other without end: the one
//! that comes last is refused.

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use super::error::{SessionError, SessionErrorKind};

/// Whose turn it is to change one session.
#[derive(Default)]
pub(super) struct Turn {
    holder: Mutex<Option<ThreadId>>,
    free: Condvar,
}

thread_local! {
    /// How many turns this thread has.
    static HELD: Cell<usize> = const { Cell::new(0) };
}

/// The threads that have a turn and wait for another one. Its lock is taken before
/// that of a holder, never after.
static WAITING: Mutex<Vec<(ThreadId, Arc<Turn>)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the turn, and has it until what is given is dropped.
///
/// # Errors
/// `Busy` when this thread has the turn, or would wait for a thread that waits for
/// this one.
pub(super) fn take(turn: &Arc<Turn>) -> Result<Taken<'_>, SessionError> {
    let here = thread::current().id();
    let mut holder = locked(&turn.holder);
    if *holder == Some(here) {
        return Err(busy("the session is being changed by the closure that asks for it"));
    }
    // Only a thread that has a turn itself can be waited for.
    let waiting = if holder.is_some() && HELD.get() > 0 {
        drop(holder);
        let waiting = Waiting::begin(here, turn)?;
        holder = locked(&turn.holder);
        Some(waiting)
    } else {
        None
    };
    while holder.is_some() {
        holder = turn.free.wait(holder).unwrap_or_else(PoisonError::into_inner);
    }
    *holder = Some(here);
    drop(holder);
    drop(waiting);
    HELD.set(HELD.get() + 1);
    Ok(Taken(turn))
}

/// The turn, until it is dropped: when the closure panics as well.
pub(super) struct Taken<'a>(&'a Turn);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        HELD.set(HELD.get().saturating_sub(1));
        *locked(&self.0.holder) = None;
        self.0.free.notify_one();
    }
}

/// A thread that has a turn and waits for another one.
struct Waiting(ThreadId);

impl Waiting {
    fn begin(here: ThreadId, turn: &Arc<Turn>) -> Result<Self, SessionError> {
        let mut waiting = locked(&WAITING);
        let mut wanted = Arc::clone(turn);
        // A thread that has just got its turn may still be listed: no way is longer.
        for _ in 0..=waiting.len() {
            let holder = *locked(&wanted.holder);
            let Some(holder) = holder else { break };
            if holder == here {
                return Err(busy(
                    "the session is being changed by a closure that waits for a change of the \
                     session that this closure changes",
                ));
            }
            match waiting.iter().find(|(thread, _)| *thread == holder) {
                Some((_, next)) => wanted = Arc::clone(next),
                None => break,
            }
        }
        waiting.push((here, Arc::clone(turn)));
        Ok(Self(here))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        locked(&WAITING).retain(|(thread, _)| *thread != self.0);
    }
}

fn busy(what: &str) -> SessionError {
    let text = format!("{what}: end the one change before the other begins");
    SessionError::new(SessionErrorKind::Busy, text)
}
