//! What a tool gave.

use serde_json::Value;

use super::content::ContentBlock;
use crate::convert::is_nested_deeper;
use crate::dismantle::dismantle;

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
    ///
    /// This is for tools without an output schema: one that has a schema owes JSON that
    /// fits it, and shows blocks beside that, by [`with_content`](Self::with_content).
    #[must_use]
    pub fn blocks(content: impl IntoIterator<Item = ContentBlock>) -> Self {
        let content: Vec<_> = content.into_iter().collect();
        let texts: Vec<_> = content.iter().filter_map(ContentBlock::as_text).collect();
        let value = if texts.is_empty() { Value::Null } else { texts.join("\n").into() };
        Self { value, content }
    }

    /// The same JSON, with content blocks in place of its text.
    ///
    /// ```
    /// use rulebook::{ContentBlock, ToolOutput};
    /// use serde_json::json;
    ///
    /// let output = ToolOutput::json(json!({ "sum": 12 }))
    ///     .with_content([ContentBlock::text("The sum is 12."), ContentBlock::image([], "image/png")]);
    /// assert_eq!(output.value["sum"], 12);
    /// ```
    #[must_use]
    pub fn with_content(mut self, content: impl IntoIterator<Item = ContentBlock>) -> Self {
        self.content = content.into_iter().collect();
        self
    }

    /// Whether any JSON in it is nested deeper than that.
    pub(crate) fn is_deeper(&self, most: usize) -> bool {
        is_nested_deeper(&self.value, most)
            || self.content.iter().any(|block| block.is_deeper(most))
    }

    /// Drops it without recursion.
    pub(crate) fn dismantle(self) {
        dismantle(self.value);
        self.content.into_iter().for_each(ContentBlock::dismantle);
    }
}

/// As [`ToolOutput::blocks`].
impl From<Vec<ContentBlock>> for ToolOutput {
    fn from(content: Vec<ContentBlock>) -> Self {
        Self::blocks(content)
    }
}

/// As [`ToolOutput::blocks`].
impl From<ContentBlock> for ToolOutput {
    fn from(block: ContentBlock) -> Self {
        Self::blocks([block])
    }
}
