//! What a tool gave.

use serde_json::Value;

use super::content::ContentBlock;

/// What a tool gave.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The result as JSON.
    pub value: Value,
    /// The result as content, in place of the JSON as text, for those who show it to a
    /// model: text, images, audio, resources. Most tools give none.
    pub content: Vec<ContentBlock>,
}

impl ToolOutput {
    /// A JSON result.
    #[must_use]
    pub fn json(value: Value) -> Self {
        Self { value, content: Vec::new() }
    }

    /// Content blocks. The JSON is what their text says, a line each; null where there is
    /// no text.
    #[must_use]
    pub fn blocks(content: impl IntoIterator<Item = ContentBlock>) -> Self {
        let content: Vec<_> = content.into_iter().collect();
        let texts: Vec<_> = content.iter().filter_map(ContentBlock::as_text).collect();
        let value = if texts.is_empty() { Value::Null } else { texts.join("\n").into() };
        Self { value, content }
    }

    /// The same JSON, with content blocks in place of its text.
    #[must_use]
    pub fn with_content(mut self, content: impl IntoIterator<Item = ContentBlock>) -> Self {
        self.content = content.into_iter().collect();
        self
    }
}
