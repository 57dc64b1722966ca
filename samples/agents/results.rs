//! What a scripted model reads: all that the real one would be sent.

use rig_core::completion::CompletionRequest;
use rig_core::message::Message;
use rulebook_rig::testing::{Seen, SeenResult};
use serde_json::Value;

/// What was asked, and what the tools have given.
pub(crate) struct Results {
    /// What was asked last.
    pub(crate) asked: String,
    all: Vec<SeenResult>,
    /// How many of them came before what was asked last.
    before: usize,
}

impl Results {
    pub(crate) fn of(request: &CompletionRequest) -> Self {
        let asked = request.user_texts().pop().unwrap_or_default();
        Self {
            before: until(request, asked).tool_results().len(),
            asked: asked.to_owned(),
            all: request.tool_results(),
        }
    }

    /// The last result of a tool since something was asked; its text where the call failed or
    /// was refused.
    pub(crate) fn last(&self, tool: &str) -> Option<Result<Value, String>> {
        let since = self.all.get(self.before..).unwrap_or_default();
        since.iter().rfind(|result| result.tool == tool).map(read)
    }

    /// A part of the last result of a tool in the whole conversation; null where there is
    /// none.
    pub(crate) fn part(&self, tool: &str, pointer: &str) -> Value {
        let last = self.all.iter().rfind(|result| result.tool == tool).map(read);
        let value = last.and_then(Result::ok);
        value.and_then(|value| value.pointer(pointer).cloned()).unwrap_or_default()
    }

    /// The same of a part that is text.
    pub(crate) fn text(&self, tool: &str, pointer: &str) -> String {
        self.part(tool, pointer).as_str().unwrap_or_default().to_owned()
    }
}

fn read(result: &SeenResult) -> Result<Value, String> {
    if result.is_error {
        return Err(result.text.clone());
    }
    Ok(serde_json::from_str(&result.text).unwrap_or_else(|_| result.text.clone().into()))
}

/// The conversation before something was asked.
fn until(request: &CompletionRequest, asked: &str) -> CompletionRequest {
    let mut request = request.clone();
    let says =
        |message: &Message| CompletionRequest::new(message.clone()).last_text() == Some(asked);
    let at = request.chat_history.iter().rposition(says).unwrap_or_default();
    request.chat_history.truncate(at);
    request
}
