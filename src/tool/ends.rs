//! How calls end that no tool ended.

use crate::error::{ErrorCode, ToolError};
use crate::wording;

/// What a call ends with that was given up.
pub(crate) fn cancelled() -> ToolError {
    let text = "the call was given up before it ended: call again if it is still wanted";
    ToolError::new(ErrorCode::Cancelled, text)
}

/// What a call ends with whose tool is not among those known.
pub(crate) fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> ToolError {
    ToolError::new(ErrorCode::UnknownTool, wording::unknown_tool(name, known))
}
