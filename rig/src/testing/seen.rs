//! What a model was sent, as tests ask for it.

use rig_core::completion::CompletionRequest;
use rig_core::message::{Message, ToolResult, ToolResultContent, UserContent};
use serde_json::Value;

/// What a model was sent, as tests ask for it.
///
/// ```
/// use rig_core::completion::CompletionRequest;
/// use rulebook_rig::testing::Seen;
///
/// let request = CompletionRequest::new("Hello!").preamble("Be brief.");
/// assert_eq!(request.system(), Some("Be brief."));
/// assert_eq!(request.conversation().len(), 1);
/// assert_eq!(request.last_text(), Some("Hello!"));
/// assert_eq!(request.context(), None);
/// ```
pub trait Seen {
    /// The system prompt.
    fn system(&self) -> Option<&str>;

    /// The messages after the system prompt.
    fn conversation(&self) -> &[Message];

    /// What the user says, text by text. Results of tools and the live context are none of
    /// it, though they are sent as the user's.
    fn user_texts(&self) -> Vec<&str>;

    /// What the user says last; nothing when results of tools came after it.
    fn last_text(&self) -> Option<&str>;

    /// The live context of a toolkit, which is the last thing in a request.
    fn context(&self) -> Option<&str>;

    /// The names of the tools, in order.
    fn tool_names(&self) -> Vec<&str>;

    /// The JSON Schema of a tool's arguments.
    fn tool_schema(&self, name: &str) -> Option<&Value>;

    /// The results of tools so far, in order.
    fn tool_results(&self) -> Vec<SeenResult>;
}

/// A result of a tool, as a model was sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeenResult {
    /// The id of the call.
    pub call: String,
    /// The name of the tool.
    pub tool: String,
    /// The text and the JSON in it, a line each, and `[image]` for an image.
    pub text: String,
    /// Whether the call failed, was refused, or was not made.
    pub is_error: bool,
}

impl Seen for CompletionRequest {
    fn system(&self) -> Option<&str> {
        self.system_instructions()
    }

    fn conversation(&self) -> &[Message] {
        match self.chat_history.split_first() {
            Some((Message::System { .. }, rest)) => rest,
            _ => &self.chat_history,
        }
    }

    fn user_texts(&self) -> Vec<&str> {
        parts(self).filter_map(said).collect()
    }

    fn last_text(&self) -> Option<&str> {
        let Message::User { content } = self.conversation().last()? else { return None };
        content.iter().rfind(|part| !is_context(part)).and_then(said)
    }

    fn context(&self) -> Option<&str> {
        let Message::User { content } = self.conversation().last()? else { return None };
        content.last().filter(|part| is_context(part)).and_then(text)
    }

    fn tool_names(&self) -> Vec<&str> {
        self.tools.iter().map(|tool| tool.name.as_str()).collect()
    }

    fn tool_schema(&self, name: &str) -> Option<&Value> {
        self.tools.iter().find(|tool| tool.name == *name).map(|tool| &tool.parameters)
    }

    fn tool_results(&self) -> Vec<SeenResult> {
        let results = parts(self).filter_map(|part| match part {
            UserContent::ToolResult(result) => Some(seen(result)),
            _ => None,
        });
        results.collect()
    }
}

/// What is sent as the user's.
fn parts(request: &CompletionRequest) -> impl Iterator<Item = &UserContent> {
    request.conversation().iter().flat_map(|message| match message {
        Message::User { content } => content.as_slice(),
        Message::System { .. } | Message::Assistant(_) => &[],
    })
}

fn text(part: &UserContent) -> Option<&str> {
    match part {
        UserContent::Text(text) => Some(text.text()),
        _ => None,
    }
}

/// What the user says in a part.
fn said(part: &UserContent) -> Option<&str> {
    text(part).filter(|_| !is_context(part))
}

/// Whether a part has the marks of a live context.
fn is_context(part: &UserContent) -> bool {
    text(part)
        .is_some_and(|text| text.starts_with("<live_context>") && text.ends_with("</live_context>"))
}

fn seen(result: &ToolResult) -> SeenResult {
    let lines: Vec<_> = result
        .content
        .iter()
        .map(|part| match part {
            ToolResultContent::Text(text) => text.text().to_owned(),
            ToolResultContent::Json { value } => value.to_string(),
            ToolResultContent::Image(_) => "[image]".to_owned(),
        })
        .collect();
    SeenResult {
        call: result.call.wire().into_owned(),
        tool: result.name.to_string(),
        text: lines.join("\n"),
        is_error: result.is_error,
    }
}
