//! How calls end that no tool ended.

use crate::error::{ErrorCode, ToolError};
use crate::nearest::nearest;
use crate::quote::quoted;

/// What a call ends with that was given up.
pub(crate) fn cancelled() -> ToolError {
    let text = "the call was given up before it ended: call again if it is still wanted";
    ToolError::new(ErrorCode::Cancelled, text)
}

/// What a call ends with whose tool is not among those known.
pub(crate) fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> ToolError {
    const MOST: usize = 10;
    let known: Vec<_> = known.into_iter().collect();
    let name_shown = quoted(name);
    let message = match nearest(name, known.iter().copied()) {
        Some(near) => format!("there is no tool {name_shown}; did you mean `{near}`?"),
        None if known.is_empty() => format!("there is no tool {name_shown}; there are none"),
        None => {
            let first: Vec<_> = known.iter().take(MOST).map(|known| format!("`{known}`")).collect();
            let more = match known.len().saturating_sub(MOST) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("there is no tool {name_shown}; the tools are {}{more}", first.join(", "))
        }
    };
    ToolError::new(ErrorCode::UnknownTool, message)
}
