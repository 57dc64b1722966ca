//! Values of scripts that outlive a call, dropped where the stack is large.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::stack;

/// Something that is dropped on a thread of its own.
///
/// A constant may be nested as deep as a script can make it, and to drop it
/// takes as deep a stack. Whoever drops a tool set may have a small one, and a
/// stack that overflows ends the process.
pub(super) struct Aside<T: Send + 'static>(Option<Box<T>>);

impl<T: Send + 'static> Aside<T> {
    pub(super) fn new(value: T) -> Self {
        Self(Some(Box::new(value)))
    }

    /// What is held; it is there until this is dropped.
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }
}

impl<T: Send + 'static> Drop for Aside<T> {
    fn drop(&mut self) {
        let value = Arc::new(Mutex::new(self.0.take()));
        let there = Arc::clone(&value);
        let take = move || drop(there.lock().unwrap_or_else(PoisonError::into_inner).take());
        match thread::Builder::new()
            .name("rulebook-drop".to_owned())
            .stack_size(stack::LARGE)
            .spawn(take)
        {
            // Waited for, so that many drops are not as many threads at once.
            Ok(thread) => drop(thread.join()),
            // Without a thread, memory that is lost is better than a process that ends.
            Err(_) => std::mem::forget(value),
        }
    }
}
