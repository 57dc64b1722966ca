//! What a caller is told when a call could not be run to its end.

use crate::error::{ErrorCode, ToolError};

pub(super) fn did_not_end() -> ToolError {
    ToolError::new(ErrorCode::TimedOut, "the call did not end within its time")
}

pub(super) fn never_began() -> ToolError {
    let text = "the call did not begin within its time: the calls before it took too long";
    ToolError::new(ErrorCode::TimedOut, text)
}

pub(super) fn cancelled() -> ToolError {
    ToolError::new(ErrorCode::Cancelled, "the call was given up")
}

pub(super) fn panicked() -> ToolError {
    ToolError::new(ErrorCode::ScriptFailed, "a function of the host failed unexpectedly")
}

pub(super) fn no_thread() -> ToolError {
    ToolError::new(ErrorCode::Unavailable, "no thread could be started for the call")
}

pub(super) fn too_many_stuck() -> ToolError {
    let text = "too many earlier calls have not come back; try again later";
    ToolError::new(ErrorCode::Unavailable, text)
}

pub(super) fn too_many_waiting(most: usize) -> ToolError {
    let text = format!("more than {most} calls are waiting; try again later");
    ToolError::new(ErrorCode::LimitExceeded, text)
}
