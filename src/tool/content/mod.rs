//! Content blocks: what a tool shows a model beside JSON, and the JSON that MCP has for
//! them.

mod block;
mod depth;
mod read;
mod resource;
mod write;

pub use block::{Content, ContentBlock};
pub use resource::{EmbeddedResource, ResourceContents, ResourceLink};
