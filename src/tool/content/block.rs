//! One block of content.

use serde_json::{Map, Value};

use super::resource::{EmbeddedResource, ResourceLink};
use crate::encode::base64;

/// One block of content, as agents and MCP know it.
///
/// ```
/// use rulebook::{ContentBlock, EmbeddedResource, ResourceLink, ToolOutput};
/// use serde_json::json;
///
/// let chart = ContentBlock::image([0x89, b'P', b'N', b'G'], "image/png");
/// let output = ToolOutput::blocks([ContentBlock::text("sales fell in May"), chart]);
/// assert_eq!(output.value, "sales fell in May");
///
/// let table = EmbeddedResource::text("sales://may.csv", "day,sum\n").mime_type("text/csv");
/// let table = ContentBlock::resource(table).annotation("audience", json!(["user"]));
/// let year = ContentBlock::link(ResourceLink::new("sales://year.csv", "year").size(8_120));
/// assert_eq!(
///     year.to_json(),
///     json!({ "type": "resource_link", "uri": "sales://year.csv", "name": "year", "size": 8120 })
/// );
/// assert_eq!(ContentBlock::from_json(table.to_json())?, table);
/// # Ok::<(), rulebook::ToolError>(())
/// ```
///
/// # JSON
///
/// [`to_json`](Self::to_json) and [`from_json`](Self::from_json) are the shape that MCP
/// has for a block, and so are `Serialize` and `Deserialize`. Reading passes over members
/// that it does not know, since later revisions of MCP add some, and takes a null for a
/// member that is absent; base64 is passed on as it is. What is no block is refused: a
/// type that is not among those of [`Content`], a member of another kind than it has to
/// be, a resource that holds both text and bytes or neither, and JSON nested more than 128
/// levels deep.
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

impl ContentBlock {
    /// A block without annotations.
    #[must_use]
    pub fn new(content: Content) -> Self {
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

    /// A resource, with what it holds.
    #[must_use]
    pub fn resource(resource: EmbeddedResource) -> Self {
        Self::new(Content::Resource(resource))
    }

    /// A resource, by its address.
    #[must_use]
    pub fn link(link: ResourceLink) -> Self {
        Self::new(Content::Link(link))
    }

    /// The same block with an annotation: `audience` (an array of `user` and `assistant`),
    /// `priority` (from 0 to 1) and `lastModified` are those that MCP knows.
    #[must_use]
    pub fn annotation(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.annotations.get_or_insert_default().insert(name.into(), value.into());
        self
    }

    /// The same block with something that goes with it and is not for the model, under a
    /// name such as `example.com/source`.
    #[must_use]
    pub fn meta(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(name.into(), value.into());
        self
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

impl From<Content> for ContentBlock {
    fn from(content: Content) -> Self {
        Self::new(content)
    }
}

impl From<EmbeddedResource> for ContentBlock {
    fn from(resource: EmbeddedResource) -> Self {
        Self::resource(resource)
    }
}

impl From<ResourceLink> for ContentBlock {
    fn from(link: ResourceLink) -> Self {
        Self::link(link)
    }
}
