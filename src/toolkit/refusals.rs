//! What a model is told of a call that a toolkit did not run, or not to its end.

use std::time::Duration;

use crate::error::{ErrorCode, ToolError};
use crate::panics;
use crate::quote::{one_line, quoted};

pub(super) fn denied(tool: &str, reason: Option<String>) -> ToolError {
    let why = reason.map(|reason| format!(": {}", one_line(&reason))).unwrap_or_default();
    let text = format!("the call of {} was not approved{why}", quoted(tool));
    ToolError::new(ErrorCode::Denied, text)
}

pub(super) fn answered_before(tool: &str) -> ToolError {
    let text = format!(
        "this request to call {} was answered before, and a request is answered once",
        quoted(tool)
    );
    ToolError::new(ErrorCode::Denied, text)
}

pub(super) fn of_another_session(tool: &str) -> ToolError {
    let text = format!(
        "this request to call {} belongs to another session: answer it in the one that it was \
         asked in",
        quoted(tool)
    );
    ToolError::new(ErrorCode::Denied, text)
}

/// The model learns no name of a setting.
pub(super) fn unfit_settings(tool: &str) -> ToolError {
    let text = format!(
        "{} cannot run with the settings that it was given, which are not part of the arguments: \
         whoever runs the agent has to mend them",
        quoted(tool)
    );
    ToolError::new(ErrorCode::Unavailable, text)
}

pub(super) fn late(timeout: Duration) -> ToolError {
    ToolError::new(ErrorCode::TimedOut, format!("no answer came within {timeout:?}"))
}

pub(super) fn panicked() -> ToolError {
    ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE)
}
