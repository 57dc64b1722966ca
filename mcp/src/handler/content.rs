//! Content blocks as MCP sends them.

use rmcp::model::ContentBlock;

/// A block as it is sent.
pub(super) fn sent(block: rulebook::ContentBlock) -> ContentBlock {
    ContentBlock::text(block.as_text().unwrap_or_default())
}
