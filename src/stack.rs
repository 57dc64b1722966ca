//! The large stack that deep values need, to be made and to be dropped.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How large the stack of a thread that runs scripts is. Only what a script
/// really uses is taken from memory; deep values and deep recursion end at a
/// limit long before this.
pub(crate) const LARGE: usize = 256 * 1024 * 1024;

/// Drops a value on a large stack.
///
/// A script's value may be nested deeper than a caller's stack can follow, and
/// a stack that is exhausted ends the whole process.
pub(crate) fn drop_on_large<T: Send + 'static>(value: T) {
    let value = Arc::new(Mutex::new(Some(value)));
    let there = Arc::clone(&value);
    let take = move || drop(there.lock().unwrap_or_else(PoisonError::into_inner).take());
    let thread = thread::Builder::new().name("rulebook-drop".to_owned()).stack_size(LARGE);
    if thread.spawn(take).is_err() {
        // Memory that stays taken does less harm.
        std::mem::forget(value);
    }
}
