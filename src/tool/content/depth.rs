//! The JSON of others within a block, which may be nested so deep that whoever drops it
//! exhausts the stack.

use serde_json::Value;

use super::block::{Content, ContentBlock};
use crate::convert::{is_deeper, is_nested_deeper};
use crate::dismantle::dismantle;

impl ContentBlock {
    /// Whether any JSON in it is nested deeper than that.
    pub(crate) fn is_deeper(&self, most: usize) -> bool {
        let (inner, icons) = match &self.content {
            Content::Resource(resource) => (resource.meta.as_ref(), [].as_slice()),
            Content::Link(link) => (None, link.icons.as_slice()),
            Content::Text(_) | Content::Image { .. } | Content::Audio { .. } => {
                (None, [].as_slice())
            }
        };
        let maps = [self.annotations.as_ref(), self.meta.as_ref(), inner];
        maps.into_iter().flatten().any(|members| is_deeper(members, most))
            || icons.iter().any(|icon| is_nested_deeper(icon, most))
    }

    /// Drops it without recursion.
    pub(crate) fn dismantle(self) {
        let (inner, icons) = match self.content {
            Content::Resource(resource) => (resource.meta, Vec::new()),
            Content::Link(link) => (None, link.icons),
            Content::Text(_) | Content::Image { .. } | Content::Audio { .. } => (None, Vec::new()),
        };
        let maps = [self.annotations, self.meta, inner];
        maps.into_iter().flatten().for_each(|members| dismantle(Value::Object(members)));
        dismantle(Value::Array(icons));
    }
}
