//! Errors of a tool: text for the model, and ours for the host.

use rig_core::tool::{ToolErrorKind, ToolExecutionError};
use rulebook::{ErrorCode, ToolError};

use super::cut;

/// An error as rig has it: its message for the model, cut at so many characters, and the
/// error itself for hooks of the host, by `downcast_ref::<ToolError>()`.
pub(crate) fn for_model(error: ToolError, most: usize) -> ToolExecutionError {
    let kind = kind(error.code);
    let made = match error.code {
        ErrorCode::Denied => ToolExecutionError::refused(&error.message),
        _ => ToolExecutionError::new(kind, &error.message),
    };
    let made = match cut::message(&error.message, most) {
        None => made,
        Some(cut) => made.with_model_feedback(cut),
    };
    made.with_code(error.code.as_str()).with_source(error)
}

const fn kind(code: ErrorCode) -> ToolErrorKind {
    match code {
        ErrorCode::UnknownTool => ToolErrorKind::NotFound,
        ErrorCode::InvalidArguments => ToolErrorKind::InvalidArgs,
        ErrorCode::TimedOut => ToolErrorKind::Timeout,
        ErrorCode::Cancelled => ToolErrorKind::Cancelled,
        ErrorCode::NeedsApproval | ErrorCode::Denied => ToolErrorKind::PermissionDenied,
        _ => ToolErrorKind::Other,
    }
}
