//! Results of a server, as those of a tool.

use rmcp::model::CallToolResult;
use rulebook::{ContentBlock, ErrorCode, ToolError, ToolOutput};

/// What a server answered a call with.
pub(super) fn read(result: CallToolResult) -> Result<ToolOutput, ToolError> {
    let blocks = result.content.iter().map(|block| {
        let block = serde_json::to_value(block).map_err(|error| unreadable(&error))?;
        ContentBlock::from_json(block).map_err(|error| unreadable(&error))
    });
    let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
    if result.is_error == Some(true) {
        let texts: Vec<_> = blocks.iter().filter_map(ContentBlock::as_text).collect();
        return Err(ToolError::new(ErrorCode::ScriptFailed, texts.join("\n")));
    }
    Ok(match result.structured_content {
        Some(value) => ToolOutput::json(value).with_content(blocks),
        None => ToolOutput::blocks(blocks),
    })
}

fn unreadable(error: &dyn std::fmt::Display) -> ToolError {
    let message = format!("the server's answer holds content that cannot be read: {error}");
    ToolError::new(ErrorCode::InvalidResult, message)
}
