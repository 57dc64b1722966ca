//! Resources in content: with what they hold, or by their address.

use serde_json::{Map, Value};

use crate::encode::base64;

/// A resource with what it holds.
///
/// ```
/// use rulebook::{ContentBlock, EmbeddedResource};
///
/// let rules = EmbeddedResource::text("shop://rules", "no returns on sale").mime_type("text/plain");
/// let photo = EmbeddedResource::bytes("shop://photo", [0xff, 0xd8]).mime_type("image/jpeg");
/// let blocks = [ContentBlock::resource(rules), ContentBlock::resource(photo)];
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// Its address.
    pub uri: String,
    /// The media type, where it is known.
    pub mime_type: Option<String>,
    /// What it holds.
    pub contents: ResourceContents,
    /// What goes with it and is not for the model, as MCP writes it.
    pub meta: Option<Map<String, Value>>,
}

/// What a resource holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceContents {
    /// Text.
    Text(String),
    /// Bytes, in base64.
    Blob(String),
}

/// A resource by its address.
///
/// ```
/// use rulebook::{ContentBlock, ResourceLink};
///
/// let link = ResourceLink::new("https://shop.example/terms", "terms")
///     .title("Terms of sale")
///     .description("What holds for every order.")
///     .mime_type("text/html");
/// let block = ContentBlock::link(link);
/// ```
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
    /// Pictures that stand for it, as MCP writes them.
    pub icons: Vec<Value>,
}

impl EmbeddedResource {
    fn new(uri: String, contents: ResourceContents) -> Self {
        Self { uri, mime_type: None, contents, meta: None }
    }

    /// A resource that holds text.
    #[must_use]
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(uri.into(), ResourceContents::Text(text.into()))
    }

    /// A resource that holds bytes.
    #[must_use]
    pub fn bytes(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(uri.into(), ResourceContents::Blob(base64(bytes)))
    }

    /// A resource that holds bytes which are in base64 already.
    #[must_use]
    pub fn blob(uri: impl Into<String>, base64: impl Into<String>) -> Self {
        Self::new(uri.into(), ResourceContents::Blob(base64.into()))
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Something that goes with it and is not for the model, under a name such as
    /// `example.com/source`.
    #[must_use]
    pub fn meta(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(name.into(), value.into());
        self
    }
}

impl ResourceLink {
    /// The resource at an address, with its name.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
        }
    }

    /// Its name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// How many bytes it holds.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// One more picture that stands for it, as MCP writes it: an object with `src`.
    #[must_use]
    pub fn icon(mut self, icon: impl Into<Value>) -> Self {
        self.icons.push(icon.into());
        self
    }
}
