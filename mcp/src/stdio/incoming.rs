//! What a line of a client says.

use std::borrow::Cow;

use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, RequestId};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::skimmed::Skimmed;
use crate::exact::ExactArguments;
use crate::limit::CallLimit;

/// What a line says.
pub(super) enum Incoming {
    /// A message.
    Message(Box<ClientJsonRpcMessage>),
    /// JSON that is no message: the error, and whom it is for where that can be told.
    Refused(ErrorData, Option<RequestId>),
    /// Nothing that anybody waits for an answer to.
    Nothing,
}

/// The members that tell a request from anything else.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(default)]
    id: Option<IgnoredAny>,
}

/// Reads a line. A call counts within the limit.
pub(super) fn read(line: &[u8], limit: &CallLimit) -> Incoming {
    let Ok(text) = std::str::from_utf8(line) else { return Incoming::Nothing };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return Incoming::Nothing;
    }
    let exact = ExactArguments::found(text);
    // What stands there is read already, and might be more than the types of `rmcp` hold.
    let without = exact.as_ref().and_then(|(_, place)| {
        let place = place.as_ref()?;
        Some([text.get(..place.start)?, "{}", text.get(place.end..)?].concat())
    });
    match serde_json::from_str(without.as_deref().unwrap_or(text)) {
        Ok(mut message) => {
            if let ClientJsonRpcMessage::Request(request) = &mut message
                && let ClientRequest::CallToolRequest(call) = &mut request.request
            {
                call.extensions.insert(limit.clone());
                if let Some((arguments, _)) = exact {
                    call.extensions.insert(arguments);
                }
            }
            Incoming::Message(Box::new(message))
        }
        Err(_) => refused(text),
    }
}

/// What is said of text that is no message.
fn refused(text: &str) -> Incoming {
    if serde_json::from_str::<IgnoredAny>(text).is_err() {
        // To answer what is no JSON would be the begin of a storm, if it is answered too.
        return Incoming::Nothing;
    }
    let mut skimmed = Skimmed::default();
    skimmed.more(text.as_bytes());
    let id = skimmed.id();
    // Nobody waits for an answer to a notification, nor to an answer.
    let is_waited_for = match serde_json::from_str::<Head<'_>>(text) {
        Ok(head) => head.method.is_some() && head.id.is_some(),
        Err(_) => text.starts_with('[') || id.is_some(),
    };
    if is_waited_for {
        let message = "this is JSON, and no message of JSON-RPC 2.0 that a client sends";
        Incoming::Refused(ErrorData::invalid_request(message, None), id)
    } else {
        Incoming::Nothing
    }
}
