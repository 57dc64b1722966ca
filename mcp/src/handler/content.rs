//! Content blocks as MCP sends them.

use rmcp::model::{
    Annotations, AudioContent, ContentBlock, EmbeddedResource, ImageContent, MetaObject, Resource,
    ResourceContents, TextContent,
};
use rulebook::Content;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A block as it is sent.
pub(super) fn sent(block: rulebook::ContentBlock) -> ContentBlock {
    let annotations = block.annotations.as_ref().map(annotations);
    let about = block.meta.map(MetaObject);
    match block.content {
        Content::Text(text) => {
            let mut text = TextContent::new(text);
            (text.annotations, text.meta) = (annotations, about);
            ContentBlock::Text(text)
        }
        Content::Image { data, mime_type } => {
            let mut image = ImageContent::new(data, mime_type);
            (image.annotations, image.meta) = (annotations, about);
            ContentBlock::Image(image)
        }
        Content::Audio { data, mime_type } => {
            let mut audio = AudioContent::new(data, mime_type);
            (audio.annotations, audio.meta) = (annotations, about);
            ContentBlock::Audio(audio)
        }
        Content::Resource(held) => {
            let mut resource = EmbeddedResource::new(contents(held));
            (resource.annotations, resource.meta) = (annotations, about);
            ContentBlock::Resource(resource)
        }
        Content::Link(link) => {
            let mut resource = Resource::new(link.uri, link.name);
            (resource.title, resource.description) = (link.title, link.description);
            (resource.mime_type, resource.size) = (link.mime_type, link.size);
            (resource.annotations, resource.meta) = (annotations, about);
            // An icon that is none of MCP's is left out.
            let icons = link.icons.into_iter().filter_map(|icon| serde_json::from_value(icon).ok());
            resource.icons = Some(icons.collect::<Vec<_>>()).filter(|icons| !icons.is_empty());
            ContentBlock::ResourceLink(resource)
        }
        // A kind that this crate does not know yet.
        _ => ContentBlock::text(""),
    }
}

fn contents(held: rulebook::EmbeddedResource) -> ResourceContents {
    let (uri, mime_type, meta) = (held.uri, held.mime_type, held.meta.map(MetaObject));
    match held.contents {
        rulebook::ResourceContents::Text(text) => {
            ResourceContents::TextResourceContents { uri, mime_type, text, meta }
        }
        rulebook::ResourceContents::Blob(blob) => {
            ResourceContents::BlobResourceContents { uri, mime_type, blob, meta }
        }
    }
}

/// The annotations that MCP knows; a member that is none of them, or of another type, says
/// nothing.
fn annotations(written: &Map<String, Value>) -> Annotations {
    fn read<T: DeserializeOwned>(written: &Map<String, Value>, name: &str) -> Option<T> {
        serde_json::from_value(written.get(name)?.clone()).ok()
    }
    let mut annotations = Annotations::default();
    annotations.audience = read(written, "audience");
    annotations.priority = read(written, "priority");
    annotations.last_modified = read(written, "lastModified");
    annotations
}
