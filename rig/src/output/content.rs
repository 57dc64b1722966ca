//! Content of a result as rig's: text, images and JSON are what it has.

use rig_core::message::{DocumentSourceKind, ImageMediaType, MimeType, ToolResultContent};
use rulebook::{Content, ContentBlock, ResourceContents, ToolOutput};
use serde_json::Value;

/// A result as rig's content, at least one block.
pub(super) fn blocks(output: &ToolOutput) -> Vec<ToolResultContent> {
    if output.content.is_empty() {
        return vec![match &output.value {
            Value::String(text) => ToolResultContent::text(text),
            value => ToolResultContent::json(value.clone()),
        }];
    }
    output.content.iter().map(block).collect()
}

fn block(block: &ContentBlock) -> ToolResultContent {
    match &block.content {
        Content::Text(text) => ToolResultContent::text(text),
        Content::Image { data, mime_type } => match ImageMediaType::from_mime_type(mime_type) {
            Some(media_type) => image(data, media_type),
            None => ToolResultContent::text(format!("[an image of the type {mime_type}]")),
        },
        Content::Audio { mime_type, .. } => {
            ToolResultContent::text(format!("[sound of the type {mime_type}]"))
        }
        Content::Resource(resource) => match &resource.contents {
            ResourceContents::Text(text) => {
                ToolResultContent::text(format!("[{}]\n{text}", resource.uri))
            }
            ResourceContents::Blob(_) => {
                let kind = resource.mime_type.as_deref().unwrap_or("an unknown type");
                ToolResultContent::text(format!("[{}: bytes of {kind}]", resource.uri))
            }
        },
        Content::Link(link) => {
            let title = link.title.as_ref().unwrap_or(&link.name);
            let about = link.description.as_ref().map(|about| format!(": {about}"));
            ToolResultContent::text(format!("[{title}]({}){}", link.uri, about.unwrap_or_default()))
        }
        // A kind that came later: as data.
        _ => ToolResultContent::json(block.to_json()),
    }
}

fn image(data: &str, media_type: ImageMediaType) -> ToolResultContent {
    ToolResultContent::Image(rig_core::message::Image {
        data: DocumentSourceKind::base64(data),
        media_type: Some(media_type),
        ..Default::default()
    })
}
