//! A result as rig's content: text, JSON and images are what it has.

use rig_core::message::{DocumentSourceKind, Image, ImageMediaType, MimeType, ToolResultContent};
use rulebook::{
    Content, ContentBlock, EmbeddedResource, ResourceContents, ResourceLink, ToolOutput,
};
use serde_json::Value;

/// How deep JSON is nested at most: conversations are kept as JSON, of which what is nested
/// much deeper cannot be read again. To a model, its text is the same.
const DEEPEST: usize = 64;

/// A result as rig's content, at least one block.
///
/// Content stands in place of the JSON, as tools mean it. Where none of it is text, the JSON
/// goes before it: a model that cannot be shown a block would know nothing.
pub(super) fn blocks(output: &ToolOutput) -> Vec<ToolResultContent> {
    let ToolOutput { value, content, .. } = output;
    let says_nothing = content.is_empty()
        || (!value.is_null() && content.iter().all(|block| block.as_text().is_none()));
    let json = says_nothing.then(|| match value {
        Value::String(text) => ToolResultContent::text(text),
        value if is_deeper(value, DEEPEST) => ToolResultContent::text(value.to_string()),
        value => ToolResultContent::json(value.clone()),
    });
    json.into_iter().chain(content.iter().flat_map(block)).collect()
}

fn block(block: &ContentBlock) -> Vec<ToolResultContent> {
    vec![match &block.content {
        Content::Text(text) => ToolResultContent::text(text),
        Content::Image { data, mime_type } => image(data, mime_type).unwrap_or_else(|| {
            ToolResultContent::text(format!("[an image of the type {mime_type}]"))
        }),
        Content::Audio { mime_type, .. } => {
            ToolResultContent::text(format!("[sound of the type {mime_type}]"))
        }
        Content::Resource(resource) => return self::resource(resource),
        Content::Link(link) => self::link(link),
        // A kind that came later: as data.
        _ => ToolResultContent::json(block.to_json()),
    }]
}

fn resource(resource: &EmbeddedResource) -> Vec<ToolResultContent> {
    let EmbeddedResource { uri, mime_type, contents, .. } = resource;
    let kind = mime_type.as_deref();
    match contents {
        ResourceContents::Text(text) => vec![ToolResultContent::text(format!("[{uri}]\n{text}"))],
        ResourceContents::Blob(data) => match kind.and_then(|kind| image(data, kind)) {
            Some(image) => vec![ToolResultContent::text(format!("[{uri}]")), image],
            None => {
                let kind = kind.unwrap_or("an unknown type");
                vec![ToolResultContent::text(format!("[{uri}: bytes of {kind}]"))]
            }
        },
    }
}

fn link(link: &ResourceLink) -> ToolResultContent {
    let title = link.title.as_ref().unwrap_or(&link.name);
    let about = link.description.as_ref().map(|about| format!(": {about}"));
    ToolResultContent::text(format!("[{title}]({}){}", link.uri, about.unwrap_or_default()))
}

/// An image of a type that rig has a name for. One that is no image at all is kept from the
/// model: its provider would refuse the whole conversation from then on.
fn image(data: &str, mime_type: &str) -> Option<ToolResultContent> {
    let kind = mime_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let media_type = ImageMediaType::from_mime_type(&kind).filter(|_| is_base64(data))?;
    Some(ToolResultContent::Image(Image {
        data: DocumentSourceKind::base64(data),
        media_type: Some(media_type),
        ..Image::default()
    }))
}

/// Whether text is base64 of at least a byte.
fn is_base64(data: &str) -> bool {
    let digits = data.trim_end_matches('=');
    let whole = data.len().is_multiple_of(4) && data.len().saturating_sub(digits.len()) <= 2;
    let digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    whole && !digits.is_empty() && digits.bytes().all(digit)
}

/// Whether JSON is nested in more than so many levels.
fn is_deeper(value: &Value, most: usize) -> bool {
    let mut inner: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(members) => Box::new(members.values()),
        _ => return false,
    };
    most.checked_sub(1).is_none_or(|left| inner.any(|inner| is_deeper(inner, left)))
}
