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
/// assert_eq!(request.last_text().as_deref(), Some("Hello!"));
/// ```
pub trait Seen {
    /// The system prompt.
    fn system(&self) -> Option<&str>;

    /// The messages after the system prompt.
    fn conversation(&self) -> &[Message];

    /// What each message of the user says, in order. Results of tools are none, though
    /// they are sent as the user's.
    fn user_texts(&self) -> Vec<String>;

    /// What the last message says; nothing when that is no text of the user, such as
    /// results of tools.
    fn last_text(&self) -> Option<String>;

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

    fn user_texts(&self) -> Vec<String> {
        self.conversation().iter().filter_map(said).collect()
    }

    fn last_text(&self) -> Option<String> {
        self.conversation().last().and_then(said)
    }

    fn tool_names(&self) -> Vec<&str> {
        self.tools.iter().map(|tool| tool.name.as_str()).collect()
    }

    fn tool_schema(&self, name: &str) -> Option<&Value> {
        self.tools.iter().find(|tool| tool.name == *name).map(|tool| &tool.parameters)
    }

    fn tool_results(&self) -> Vec<SeenResult> {
        let parts = self.conversation().iter().flat_map(|message| match message {
            Message::User { content } => content.as_slice(),
            Message::System { .. } | Message::Assistant(_) => &[],
        });
        let results = parts.filter_map(|part| match part {
            UserContent::ToolResult(result) => Some(seen(result)),
            _ => None,
        });
        results.collect()
    }
}

/// What the user says in a message.
fn said(message: &Message) -> Option<String> {
    let Message::User { content } = message else { return None };
    let texts: Vec<_> = content
        .iter()
        .filter_map(|part| match part {
            UserContent::Text(text) => Some(text.text()),
            _ => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
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
