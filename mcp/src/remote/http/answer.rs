//! What a server answers a message with.

use std::sync::Arc;

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, LOCATION};
use reqwest::{Response, StatusCode};
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, RequestId, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    StreamableHttpError, StreamableHttpPostResponse as Answer,
};

use super::body::{NoBody, whole};
use super::fault::{Fault, short};
use super::line::Line;
use super::replies::Replies;
use super::stream::Messages;
use super::url::shown;
use crate::remote::messages::incoming::{Incoming, read};
use crate::remote::messages::unreadable::unreadable;

/// What a message is, as far as its answer depends on it.
#[derive(Clone)]
pub(super) struct Asked {
    /// The request that it is; anything else has no answer.
    pub(super) request: Option<RequestId>,
    /// It asks whether the server speaks the revisions without sessions.
    pub(super) is_probe: bool,
    /// It belongs to a session.
    pub(super) in_session: bool,
}

impl Asked {
    pub(super) fn of(message: &ClientJsonRpcMessage, in_session: bool) -> Self {
        match message {
            ClientJsonRpcMessage::Request(request) => Self {
                request: Some(request.id.clone()),
                is_probe: matches!(request.request, ClientRequest::DiscoverRequest(_)),
                in_session,
            },
            _ => Self { request: None, is_probe: false, in_session },
        }
    }

    /// What stands in for the answer of a server that knows nothing of the question whether
    /// it speaks the revisions without sessions.
    pub(super) fn refused(&self, fault: &Fault) -> Option<Answer> {
        let id = self.request.clone().filter(|_| self.is_probe)?;
        let error = ErrorData::invalid_request(fault.to_string(), None);
        Some(Answer::Json(ServerJsonRpcMessage::error(error, Some(id)), None))
    }
}

/// Reads what a server answers a message with.
pub(super) async fn answered(
    line: &Arc<Line>,
    asked: &Asked,
    response: Response,
    replies: Replies,
) -> Result<Answer, StreamableHttpError<Fault>> {
    let status = response.status();
    if status == StatusCode::NOT_FOUND && asked.in_session {
        line.lose(&Fault::Forgotten);
        return Err(StreamableHttpError::SessionExpired);
    }
    match fault_of(line, &response) {
        None => given(line, asked, response, replies).await,
        Some(fault @ Fault::Status(_)) if may_say_why(status) => {
            match refusal(asked, response).await {
                Some(answer) => Ok(answer),
                None => Err(StreamableHttpError::Client(fault)),
            }
        }
        Some(fault) => Err(StreamableHttpError::Client(fault)),
    }
}

/// What is wrong with a response as such.
pub(super) fn fault_of(line: &Line, response: &Response) -> Option<Fault> {
    let status = response.status();
    if status.is_redirection() {
        let place = header(response.headers(), &LOCATION);
        let place = place.and_then(|place| line.url.join(&place).ok());
        return Some(Fault::Redirect(status, place.map(|place| short(&shown(&place)))));
    }
    if !status.is_success() {
        return Some(Fault::Status(status));
    }
    let encoding = header(response.headers(), &CONTENT_ENCODING)?;
    let is_plain = encoding.is_empty() || encoding.eq_ignore_ascii_case("identity");
    (!is_plain).then(|| Fault::Encoded(short(&encoding)))
}

/// The answer of a response that is a success.
async fn given(
    line: &Arc<Line>,
    asked: &Asked,
    response: Response,
    replies: Replies,
) -> Result<Answer, StreamableHttpError<Fault>> {
    let Some(id) = asked.request.clone() else { return Ok(Answer::Accepted) };
    if matches!(response.status(), StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
        // The answer may come on the stream of the session.
        return Ok(Answer::Accepted);
    }
    let session = header(response.headers(), &HeaderName::from_static("mcp-session-id"));
    let session = session.filter(|session| !session.is_empty());
    match kind(&response).as_deref() {
        Some("text/event-stream") => {
            let line = Arc::clone(line);
            let messages = Messages { response, line, replies, asked: Some(id) };
            Ok(Answer::Sse(messages.stream(), session))
        }
        Some("application/json") => {
            let message = match whole(response).await {
                Ok(body) => answer_in(&body, &id),
                Err(NoBody::TooLong) => unreadable(id, Fault::TooLong.to_string()),
                Err(NoBody::Broken(error)) => {
                    return Err(StreamableHttpError::Client(Fault::sending(error)));
                }
            };
            Ok(Answer::Json(message, session))
        }
        other => Err(StreamableHttpError::Client(Fault::NoMcp(other.map(short)))),
    }
}

/// The answer to a request in a body that can hold nothing else.
fn answer_in(body: &[u8], id: &RequestId) -> ServerJsonRpcMessage {
    let no_answer = || unreadable(id.clone(), "it is no answer of JSON-RPC 2.0 to the request");
    match read(body) {
        Incoming::Message(message) => match *message {
            // Some servers make a text of the number.
            ServerJsonRpcMessage::Response(mut response)
                if id.to_string() == response.id.to_string() =>
            {
                response.id = id.clone();
                ServerJsonRpcMessage::Response(response)
            }
            // A server that could not read the request does not know its number.
            ServerJsonRpcMessage::Error(mut error) => {
                error.id = Some(id.clone());
                ServerJsonRpcMessage::Error(error)
            }
            _ => no_answer(),
        },
        _ => no_answer(),
    }
}

/// Whether the server itself may say why it refuses: who asks is no matter of the protocol,
/// and of these others nobody can tell whose they are.
fn may_say_why(status: StatusCode) -> bool {
    !matches!(status.as_u16(), 401 | 403 | 407 | 429 | 502 | 503 | 504)
}

/// The error of the protocol that a response without success holds.
async fn refusal(asked: &Asked, response: Response) -> Option<Answer> {
    let id = asked.request.as_ref()?;
    if kind(&response).as_deref() != Some("application/json") {
        return None;
    }
    let body = whole(response).await.ok()?;
    match read(&body) {
        Incoming::Message(message) => match *message {
            ServerJsonRpcMessage::Error(mut error) => {
                error.id = Some(id.clone());
                Some(Answer::Json(ServerJsonRpcMessage::Error(error), None))
            }
            _ => None,
        },
        _ => None,
    }
}

/// What kind of content a response says it has, without its parameters.
pub(super) fn kind(response: &Response) -> Option<String> {
    let kind = header(response.headers(), &CONTENT_TYPE)?;
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    (!kind.is_empty()).then_some(kind)
}

fn header(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name)?.to_str().ok().map(|value| value.trim().to_owned())
}
