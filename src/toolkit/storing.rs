//! One look at a store at a time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use crate::settings::{StoreError, StoreErrorKind};

/// Held while a store is read or written.
#[derive(Default)]
pub(super) struct Storing {
    turn: Mutex<()>,
    /// The thread whose turn it is.
    by: Mutex<Option<ThreadId>>,
}

impl Storing {
    /// Waits for its turn, which ends when what it gives is dropped.
    ///
    /// A store is code of others, which may ask for its toolkit's settings in turn: it
    /// would wait for its own end.
    pub(super) fn turn(&self) -> Result<Turn<'_>, StoreError> {
        let here = thread::current().id();
        if *self.by() == Some(here) {
            let text = "the settings are being read or stored by whoever asks for it: ask again \
                        when that has ended";
            return Err(StoreError::new(StoreErrorKind::Busy, text));
        }
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        *self.by() = Some(here);
        Ok(Turn { of: self, _turn: turn })
    }

    fn by(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.by.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A turn, until it is dropped.
pub(super) struct Turn<'a> {
    of: &'a Storing,
    _turn: MutexGuard<'a, ()>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // Before the turn itself ends: what comes after is another's.
        *self.of.by() = None;
    }
}
