//! Content blocks from the JSON that MCP has for them.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::block::{Content, ContentBlock};
use super::resource::{EmbeddedResource, ResourceContents, ResourceLink};
use crate::convert::is_deeper;
use crate::dismantle::dismantle;
use crate::error::{ErrorCode, Problem, ToolError, kind_of};
use crate::nearest::nearest;
use crate::quote::quoted;

/// How deep the JSON of a block may be nested.
const DEEPEST: usize = 128;

const TYPES: [&str; 5] = ["text", "image", "audio", "resource", "resource_link"];

impl ContentBlock {
    /// The block that MCP writes so. What is passed over and what is refused stands
    /// [above](Self#json).
    ///
    /// # Errors
    /// `invalid_result` with everything that does not fit.
    pub fn from_json(block: Value) -> Result<Self, ToolError> {
        let members = match block {
            Value::Object(members) => members,
            other => {
                let text = format!("a content block is an object, and this is {}", kind_of(&other));
                dismantle(other);
                return Err(invalid(vec![Problem::new("", text)]));
            }
        };
        if is_deeper(&members, DEEPEST) {
            dismantle(Value::Object(members));
            let text = format!("a content block is nested more than {DEEPEST} levels deep");
            return Err(invalid(vec![Problem::new("", text)]));
        }
        let mut members = Members { members, inside: "", problems: Vec::new() };
        let kind = members.text("type");
        let content = content(&kind, &mut members);
        let annotations = members.object("annotations");
        let meta = members.object("_meta");
        match content {
            Some(content) if members.problems.is_empty() => Ok(Self { content, annotations, meta }),
            Some(_) | None => Err(invalid(members.problems)),
        }
    }
}

/// As [`ContentBlock::from_json`].
impl<'de> Deserialize<'de> for ContentBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let block = Value::deserialize(deserializer)?;
        Self::from_json(block).map_err(|error| serde::de::Error::custom(error.message))
    }
}

fn invalid(problems: Vec<Problem>) -> ToolError {
    ToolError::with_problems(ErrorCode::InvalidResult, problems)
}

/// What a block of a type holds; nothing where there is no such type, which is told.
fn content(kind: &str, members: &mut Members) -> Option<Content> {
    Some(match kind {
        "text" => Content::Text(members.text("text")),
        "image" => {
            Content::Image { data: members.text("data"), mime_type: members.text("mimeType") }
        }
        "audio" => {
            Content::Audio { data: members.text("data"), mime_type: members.text("mimeType") }
        }
        "resource" => Content::Resource(resource(members)?),
        "resource_link" => Content::Link(link(members)),
        other => {
            // That it is absent or no text is told already.
            if members.problems.is_empty() {
                let instead = match nearest(other, TYPES) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the types are {}", TYPES.map(quoted).join(", ")),
                };
                let text = format!("there is no content of the type {}; {instead}", quoted(other));
                members.problems.push(Problem::new("type", text));
            }
            return None;
        }
    })
}

fn resource(members: &mut Members) -> Option<EmbeddedResource> {
    let Some(resource) = members.object("resource") else {
        members.missing("resource");
        return None;
    };
    let problems = std::mem::take(&mut members.problems);
    let mut inner = Members { members: resource, inside: "resource.", problems };
    let uri = inner.text("uri");
    let mime_type = inner.text_if_any("mimeType");
    let contents = match (inner.text_if_any("text"), inner.text_if_any("blob")) {
        (Some(text), None) => Some(ResourceContents::Text(text)),
        (None, Some(blob)) => Some(ResourceContents::Blob(blob)),
        (Some(_), Some(_)) => {
            let text = "holds both `text` and `blob`: a resource holds one of them";
            inner.problems.push(Problem::new("resource", text));
            None
        }
        (None, None) => {
            let text = "holds neither `text` nor `blob`: a resource holds one of them";
            inner.problems.push(Problem::new("resource", text));
            None
        }
    };
    let meta = inner.object("_meta");
    members.problems = inner.problems;
    Some(EmbeddedResource { uri, mime_type, contents: contents?, meta })
}

fn link(members: &mut Members) -> ResourceLink {
    ResourceLink {
        uri: members.text("uri"),
        name: members.text("name"),
        title: members.text_if_any("title"),
        description: members.text_if_any("description"),
        mime_type: members.text_if_any("mimeType"),
        size: members.size(),
        icons: members.icons(),
    }
}

/// The members that are left of an object, and what is wrong with those that were taken.
struct Members {
    members: Map<String, Value>,
    /// What stands before the name of a member.
    inside: &'static str,
    problems: Vec<Problem>,
}

impl Members {
    /// Takes a member out; null is none.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.members.shift_remove(name).filter(|value| !value.is_null())
    }

    fn wrong(&mut self, name: &str, wanted: &str, found: &Value) {
        let text = format!("expected {wanted}, found {}", kind_of(found));
        self.problems.push(Problem::new(format!("{}{name}", self.inside), text));
    }

    fn missing(&mut self, name: &str) {
        let path = format!("{}{name}", self.inside);
        if self.problems.iter().all(|problem| problem.path != path) {
            self.problems.push(Problem::new(path, "is missing"));
        }
    }

    fn text_if_any(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) => Some(text),
            other => {
                self.wrong(name, "a string", &other);
                None
            }
        }
    }

    /// A text that has to be there; an empty one where it is not, which is told.
    fn text(&mut self, name: &str) -> String {
        let text = self.text_if_any(name);
        if text.is_none() {
            self.missing(name);
        }
        text.unwrap_or_default()
    }

    fn object(&mut self, name: &str) -> Option<Map<String, Value>> {
        match self.take(name)? {
            Value::Object(members) => Some(members),
            other => {
                self.wrong(name, "an object", &other);
                None
            }
        }
    }

    fn size(&mut self) -> Option<u64> {
        let size = self.take("size")?;
        if size.as_u64().is_none() {
            let text = "expected a number of bytes, a whole one from 0 on";
            self.problems.push(Problem::new("size", text));
        }
        size.as_u64()
    }

    fn icons(&mut self) -> Vec<Value> {
        match self.take("icons") {
            None => Vec::new(),
            Some(Value::Array(icons)) => icons,
            Some(other) => {
                self.wrong("icons", "an array", &other);
                Vec::new()
            }
        }
    }
}
