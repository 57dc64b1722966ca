//! Calls whose arguments are no longer what the model wrote: rig reads numbers as doubles,
//! and the last of two members with one name.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use rig_core::message::{AssistantContent, ToolCall};
use rulebook::{ToolError, parse_arguments};
use serde_json::Value;

/// The calls of a turn in which some are not made, because of what their arguments lost on the
/// way.
///
/// It is seen where rig keeps the text of the arguments: with OpenAI's two interfaces, and
/// with all that speak like one of them.
#[derive(Default)]
pub(crate) struct Inexact(Mutex<Vec<(ToolCall, Option<ToolError>)>>);

impl Clone for Inexact {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl Inexact {
    /// Those of this turn, in place of those of the one before.
    pub(crate) fn look(&self, turn: &[AssistantContent]) {
        let mut calls: Vec<_> = turn.iter().filter_map(looked_at).collect();
        if calls.iter().all(|(_, lost)| lost.is_none()) {
            calls.clear();
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = calls;
    }

    pub(crate) fn has(&self, call: &ToolCall) -> bool {
        let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        calls.iter().any(|(lossy, lost)| lost.is_some() && lossy == call)
    }

    /// Why a call is not made. Models do give two calls one id; the arguments tell them
    /// apart. A hook may have changed those: what they lost is lost all the same.
    pub(crate) fn take(&self, call_id: &str, tool: &str, arguments: &Value) -> Option<ToolError> {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = [true, false].into_iter().find_map(|exactly| {
            calls.iter().position(|(ToolCall { id, function, .. }, lost)| {
                let same = arguments.as_object() == Some(&function.arguments);
                function.name == *tool
                    && id.to_string() == call_id
                    && if exactly { same } else { lost.is_some() }
            })
        })?;
        calls.remove(at).1
    }
}

/// A call, and what its arguments lost.
fn looked_at(content: &AssistantContent) -> Option<(ToolCall, Option<ToolError>)> {
    let AssistantContent::ToolCall(call) = content else { return None };
    let text = content.native_item().and_then(written);
    Some((call.clone(), text.and_then(|text| parse_arguments(&text).err())))
}

/// The arguments as the model wrote them, where they are an object.
fn written(item: &Value) -> Option<Cow<'_, str>> {
    let text = item.pointer("/function/arguments").or_else(|| item.get("arguments"))?.as_str()?;
    // Some put the text of the object into a string once more.
    let text = match serde_json::from_str::<String>(text) {
        Ok(inner) => Cow::Owned(inner),
        Err(_) => Cow::Borrowed(text),
    };
    text.trim_start().starts_with('{').then_some(text)
}
