//! What a scripted model reads: everything that the real one would be sent.

use rig_core::completion::CompletionRequest;
use rulebook_rig::testing::Seen;
use serde_json::Value;

/// What the tools gave so far, and what was asked.
pub(crate) struct Results<'a>(&'a CompletionRequest);

impl<'a> Results<'a> {
    pub(crate) fn of(request: &'a CompletionRequest) -> Self {
        Self(request)
    }

    /// The last result of a tool; its text where the call failed or was refused.
    pub(crate) fn last(&self, tool: &str) -> Option<Result<Value, String>> {
        let result = self.0.tool_results().into_iter().rfind(|result| result.tool == tool)?;
        if result.is_error {
            return Some(Err(result.text));
        }
        Some(Ok(serde_json::from_str(&result.text).unwrap_or(Value::String(result.text))))
    }

    /// A part of the last result of a tool; null where there is none.
    pub(crate) fn part(&self, tool: &str, pointer: &str) -> Value {
        let value = self.last(tool).and_then(Result::ok);
        value.and_then(|value| value.pointer(pointer).cloned()).unwrap_or_default()
    }

    /// Everything that the person said, the live context left out.
    pub(crate) fn asked(&self) -> String {
        let texts = self.0.user_texts().into_iter();
        texts.filter(|text| !text.starts_with("<live_context>")).collect::<Vec<_>>().join("\n")
    }
}
