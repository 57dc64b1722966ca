//! What a function leaves in the parameter that holds what is kept for a session.
//!
//! The parameter is a variable like any other while the function runs. What is in it
//! at the end is put aside for whoever called from outside: functions that call each
//! other end one after the other, and that one last.

use std::cell::RefCell;

use rhai::{Dynamic, Scope};

thread_local! {
    /// What the function that ended last on this thread has left.
    static LEFT: RefCell<Option<Dynamic>> = const { RefCell::new(None) };
}

/// Puts aside what a function leaves in its parameter, in which nobody looks any more.
pub(super) fn leave(scope: &mut Scope<'_>, parameter: &str) {
    let left = scope.get_mut(parameter).map(|value| {
        // What closures captured too is theirs as well.
        if value.is_shared() { value.flatten_clone() } else { value.take() }
    });
    // Out of its cell first: to drop what was before may run anything.
    let before = LEFT.replace(left);
    drop(before);
}

/// What the function that was called from outside has left.
pub(in crate::script) fn take_left() -> Option<Dynamic> {
    LEFT.take()
}
