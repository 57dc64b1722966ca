//! Content blocks: what a tool shows a model beside JSON.

use serde_json::{Map, Value};

use crate::encode::base64;

/// One block of content, as agents and MCP know it.
///
/// ```
/// use rulebook::{ContentBlock, ToolOutput};
///
/// let chart = ContentBlock::image([0x89, b'P', b'N', b'G'], "image/png");
/// let output = ToolOutput::blocks([ContentBlock::text("sales fell in May"), chart]);
/// assert_eq!(output.value, "sales fell in May");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContentBlock {
    /// What it holds.
    pub content: Content,
    /// Whom it is for and how much it matters, as MCP writes it.
    pub annotations: Option<Map<String, Value>>,
    /// What goes with it and is not for the model, as MCP writes it.
    pub meta: Option<Map<String, Value>>,
}

/// What a block of content holds.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text(String),
    /// An image.
    Image {
        /// The bytes in base64.
        data: String,
        /// The media type: `image/png`.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// The bytes in base64.
        data: String,
        /// The media type: `audio/wav`.
        mime_type: String,
    },
    /// A resource, with what it holds.
    Resource(EmbeddedResource),
    /// A resource, by its address.
    Link(ResourceLink),
}

/// A resource with what it holds: text, or bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// Its address.
    pub uri: String,
    /// The media type, where it is known.
    pub mime_type: Option<String>,
    /// What it holds, where that is text.
    pub text: Option<String>,
    /// What it holds in base64, where that is bytes.
    pub blob: Option<String>,
    /// What goes with it and is not for the model, as MCP writes it.
    pub meta: Option<Map<String, Value>>,
}

/// A resource by its address.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ResourceLink {
    /// Its address.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// The media type, where it is known.
    pub mime_type: Option<String>,
    /// How many bytes it holds, where that is known.
    pub size: Option<u64>,
}

impl ContentBlock {
    fn new(content: Content) -> Self {
        Self { content, annotations: None, meta: None }
    }

    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Content::Text(text.into()))
    }

    /// An image of a media type.
    #[must_use]
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Content::Image { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// Sound of a media type.
    #[must_use]
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::new(Content::Audio { data: base64(bytes), mime_type: mime_type.into() })
    }

    /// The text, where it is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }
}
