//! What a line of a client says.

use std::borrow::Cow;

use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, RequestId};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::exact::{ExactArguments, NO_MESSAGE, exactly, without};
use crate::limit::CallLimit;
use crate::wire::{Skimmed, Whose};

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
    let Ok(text) = std::str::from_utf8(line) else {
        let error = ErrorData::parse_error("the message is no UTF-8", None);
        return to_whom(line, error).unwrap_or(Incoming::Nothing);
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return Incoming::Nothing;
    }
    let exact = ExactArguments::found(text);
    // What stands there is read already, and might be more than the types of `rmcp` hold.
    let without = exact.as_ref().and_then(|(_, place)| without(text, place.clone()?));
    let rest = without.as_deref().unwrap_or(text);
    if let Err(problem) = exactly(rest) {
        return refused(text, &problem);
    }
    match serde_json::from_str(rest) {
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
        Err(_) => refused(text, NO_MESSAGE),
    }
}

/// What is said of text that is no message.
fn refused(text: &str, problem: &str) -> Incoming {
    if serde_json::from_str::<IgnoredAny>(text).is_err() {
        // To answer whatever is no JSON would be the begin of a storm, if it is answered too;
        // a request has someone who waits for its answer.
        let error = ErrorData::parse_error(format!("the message is no JSON: {problem}"), None);
        return to_whom(text.as_bytes(), error).unwrap_or(Incoming::Nothing);
    }
    let error = ErrorData::invalid_request(problem.to_owned(), None);
    // Nobody waits for an answer to a notification.
    let is_waited_for = || match serde_json::from_str::<Head<'_>>(text) {
        Ok(head) => head.method.is_some() && head.id.is_some(),
        Err(_) => text.starts_with('['),
    };
    match to_whom(text.as_bytes(), error.clone()) {
        Some(told) => told,
        None if is_waited_for() => Incoming::Refused(error, None),
        None => Incoming::Nothing,
    }
}

/// The error for whoever waits: the client, or the server's own question.
fn to_whom(line: &[u8], error: ErrorData) -> Option<Incoming> {
    let mut skimmed = Skimmed::default();
    skimmed.more(line);
    skimmed.whose().told(error)
}

impl Whose {
    /// The error as an answer to a request, or in place of the answer that was none.
    pub(super) fn told(self, error: ErrorData) -> Option<Incoming> {
        match self {
            Self::Request(id) => Some(Incoming::Refused(error, Some(id))),
            Self::Answer(id) => {
                Some(Incoming::Message(Box::new(ClientJsonRpcMessage::error(error, Some(id)))))
            }
            Self::Nobody => None,
        }
    }
}
