//! The child process, shared by whoever kills it and whoever waits for its end.

use std::process::{Child, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::harden;

/// A child, until its end has been taken note of.
#[derive(Clone)]
pub(super) struct Process(Arc<Mutex<Option<Child>>>);

/// How a child ended.
pub(super) enum End {
    /// By itself; nothing is known when others took note of it first.
    ByItself(Option<ExitStatus>),
    /// It did not, and was killed.
    Killed,
}

impl Process {
    pub(super) fn new(child: Child) -> Self {
        Self(Arc::new(Mutex::new(Some(child))))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Child>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it, and whatever it started.
    pub(super) fn kill(&self) {
        // Its number is nobody else's as long as nobody took note of its end.
        if let Some(child) = &mut *self.lock() {
            harden::kill_with_children(child);
        }
    }

    /// Takes note of the end of a child that is about to end, or is to; and ends
    /// whatever it started.
    pub(super) fn reap(&self) -> End {
        let by_itself = self.ends();
        let Some(mut child) = self.lock().take() else { return End::Killed };
        harden::kill_with_children(&mut child);
        let status = child.wait().ok();
        if by_itself { End::ByItself(status) } else { End::Killed }
    }

    /// Whether it ends soon: it closes its pipes a little before.
    fn ends(&self) -> bool {
        for _ in 0..50 {
            if self.lock().as_ref().is_some_and(harden::has_ended) {
                return true;
            }
            thread::sleep(Duration::from_millis(1));
        }
        false
    }
}
