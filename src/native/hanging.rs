//! Threads that were left to methods that did not end in time, counted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{ErrorCode, ToolError};

/// How many threads may be left to the method of one owner.
const MOST: usize = 8;

/// How many are left, by the address of the owner, which each thread keeps alive.
static LEFT: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// What became of one thread.
enum Fate {
    Awaited,
    Left,
    Ended,
}

struct Shared {
    owner: usize,
    fate: Mutex<Fate>,
}

/// Held by whoever waits for the thread.
pub(super) struct Asker(Arc<Shared>);

/// Held by the thread, until it has done what it was started for.
pub(super) struct Runner(Arc<Shared>);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Both ends of one more thread for an owner.
///
/// # Errors
/// `unavailable` when too many are left to it.
pub(super) fn begin(owner: usize) -> Result<(Asker, Runner), ToolError> {
    if locked(&LEFT).get(&owner).is_some_and(|left| *left >= MOST) {
        let text = format!(
            "the context was given up {MOST} times and has not ended yet: it is asked again \
             when it has"
        );
        return Err(ToolError::new(ErrorCode::Unavailable, text));
    }
    let shared = Arc::new(Shared { owner, fate: Mutex::new(Fate::Awaited) });
    Ok((Asker(Arc::clone(&shared)), Runner(shared)))
}

impl Drop for Asker {
    fn drop(&mut self) {
        let mut fate = locked(&self.0.fate);
        if matches!(*fate, Fate::Awaited) {
            *fate = Fate::Left;
            let mut left = locked(&LEFT);
            let left = left.entry(self.0.owner).or_default();
            *left = left.saturating_add(1);
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        let mut fate = locked(&self.0.fate);
        if matches!(*fate, Fate::Left) {
            let mut left = locked(&LEFT);
            let fewer = left.get(&self.0.owner).map_or(0, |left| left.saturating_sub(1));
            if fewer == 0 {
                left.remove(&self.0.owner);
            } else {
                left.insert(self.0.owner, fewer);
            }
        }
        *fate = Fate::Ended;
    }
}
