//! Content blocks as the JSON that MCP has for them.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::block::{Content, ContentBlock};
use super::resource::{EmbeddedResource, ResourceContents, ResourceLink};

impl ContentBlock {
    /// The block as MCP writes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut members = Map::new();
        match &self.content {
            Content::Text(text) => {
                put(&mut members, "type", Some("text"));
                put(&mut members, "text", Some(text.as_str()));
            }
            Content::Image { data, mime_type } => bytes(&mut members, "image", data, mime_type),
            Content::Audio { data, mime_type } => bytes(&mut members, "audio", data, mime_type),
            Content::Resource(resource) => {
                put(&mut members, "type", Some("resource"));
                put(&mut members, "resource", Some(embedded(resource)));
            }
            Content::Link(link) => linked(&mut members, link),
        }
        put(&mut members, "annotations", self.annotations.clone());
        put(&mut members, "_meta", self.meta.clone());
        Value::Object(members)
    }
}

/// As [`ContentBlock::to_json`].
impl Serialize for ContentBlock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

fn put(members: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value.into());
    }
}

fn bytes(members: &mut Map<String, Value>, kind: &str, data: &str, mime_type: &str) {
    put(members, "type", Some(kind));
    put(members, "data", Some(data));
    put(members, "mimeType", Some(mime_type));
}

fn embedded(resource: &EmbeddedResource) -> Map<String, Value> {
    let mut members = Map::new();
    put(&mut members, "uri", Some(resource.uri.as_str()));
    put(&mut members, "mimeType", resource.mime_type.as_deref());
    match &resource.contents {
        ResourceContents::Text(text) => put(&mut members, "text", Some(text.as_str())),
        ResourceContents::Blob(blob) => put(&mut members, "blob", Some(blob.as_str())),
    }
    put(&mut members, "_meta", resource.meta.clone());
    members
}

fn linked(members: &mut Map<String, Value>, link: &ResourceLink) {
    put(members, "type", Some("resource_link"));
    put(members, "uri", Some(link.uri.as_str()));
    put(members, "name", Some(link.name.as_str()));
    put(members, "title", link.title.as_deref());
    put(members, "description", link.description.as_deref());
    put(members, "mimeType", link.mime_type.as_deref());
    put(members, "size", link.size);
    put(members, "icons", (!link.icons.is_empty()).then(|| link.icons.clone()));
}
