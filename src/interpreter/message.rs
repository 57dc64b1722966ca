//! What a caller is told when a call could not be run to its end.

use std::time::Duration;

use crate::error::{ErrorCode, ToolError};
use crate::panics;

pub(super) fn did_not_end(given: Duration) -> ToolError {
    let text = format!("the call did not end within {given:?}: ask for less, or give it more time");
    ToolError::new(ErrorCode::TimedOut, text)
}

pub(super) fn never_began(given: Duration) -> ToolError {
    let text = format!(
        "the call did not begin within {given:?}, because the calls before it took too long: \
         try again later, or give it more time"
    );
    ToolError::new(ErrorCode::TimedOut, text)
}

pub(super) fn too_short(given: Duration) -> ToolError {
    let text = format!("a time of {given:?} is too short for a call to begin: give it more time");
    ToolError::new(ErrorCode::TimedOut, text)
}

pub(super) fn panicked() -> ToolError {
    ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE)
}

pub(super) fn no_thread() -> ToolError {
    let text = "the system gives no thread for the call: try again when it has fewer";
    ToolError::new(ErrorCode::Unavailable, text)
}

pub(super) fn too_many_stuck() -> ToolError {
    let text =
        "functions hold up all threads that there may be: try again when some have come back";
    ToolError::new(ErrorCode::Unavailable, text)
}

pub(super) fn too_many_waiting(most: usize) -> ToolError {
    let text = format!("more than {most} calls are waiting: try again when fewer are");
    ToolError::new(ErrorCode::LimitExceeded, text)
}
