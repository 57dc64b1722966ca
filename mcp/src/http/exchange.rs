//! One request of the protocol, and its response.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use serde_json::value::RawValue;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::answers::{INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, busy, error};
use super::desk::Desk;
use super::held::held;
use super::message::{Message, NoMessage};
use super::receive::receive;
use super::sessions::InUse;
use crate::exact::{ExactArguments, exactly, without};

const SESSION_ID: &str = "mcp-session-id";

/// What lasts as long as a call, though its client may be gone.
#[derive(Clone)]
struct Lasts(#[expect(dead_code, reason = "it is dropped")] (TaskTrackerToken, Option<InUse>));

/// One request, and its response.
pub(super) async fn exchange(State(desk): State<Arc<Desk>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    match parts.method {
        Method::POST => match receive(body, desk.most_bytes, desk.request_time).await {
            Ok(body) => posted(&desk, parts, body).await,
            Err(response) => response,
        },
        Method::GET => watched(&desk, parts).await,
        _ => {
            let id = session_id(&parts);
            let ends = parts.method == Method::DELETE;
            let mut response = handled(&desk, parts, Body::empty(), None).await;
            if let (true, Some(id), true) = (ends, id, response.status().is_success()) {
                desk.sessions.ended(&id);
                // It has ended by now, and some clients take "accepted" for a failure.
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            response
        }
    }
}

/// A message that a client sent.
async fn posted(desk: &Arc<Desk>, mut parts: Parts, body: Bytes) -> Response {
    let message = match Message::read(&body) {
        Ok(message) => message,
        Err(NoMessage::NoJson) => {
            return error(StatusCode::BAD_REQUEST, None, PARSE_ERROR, "the request is no JSON");
        }
        Err(NoMessage::NotOne) => {
            let text = "the request is not one JSON-RPC message";
            return error(StatusCode::BAD_REQUEST, None, INVALID_REQUEST, text);
        }
    };
    // It is JSON by now, and so text.
    let text = std::str::from_utf8(&body).unwrap_or_default();
    let exact = ExactArguments::found(text);
    let rest = exact.as_ref().and_then(|(_, place)| without(text, place.clone()?));
    if let Err(problem) = exactly(rest.as_deref().unwrap_or(text)) {
        return error(StatusCode::BAD_REQUEST, message.id, INVALID_REQUEST, &problem);
    }
    let in_use = session_id(&parts).and_then(|id| desk.sessions.in_use(&id));
    let Some(method) = message.request() else {
        let response = handled(desk, parts, body.clone().into(), None).await;
        return held(response, in_use);
    };
    let awaited = desk.awaited();
    if desk.is_closing() {
        return busy(message.id, "the server is shutting down");
    }
    match method {
        "initialize" => held(initialized(desk, parts, &body, message.id).await, awaited),
        // It lasts until someone ends it, and a shutdown does.
        "subscriptions/listen" => {
            drop(awaited);
            let Some(room) = desk.stream() else { return no_stream(message.id) };
            held(handled(desk, parts, body.clone().into(), message.id).await, (room, in_use))
        }
        "tools/call" => {
            let mut text = body.clone();
            if let Some((arguments, _)) = exact {
                // They stay where they can be read, since headers may be held against them.
                if let (Err(_), Some(rest)) = (&arguments.0, rest) {
                    text = rest.into();
                }
                parts.extensions.insert(arguments);
            }
            parts.extensions.insert(desk.calls.clone());
            parts.extensions.insert(desk.over(in_use.as_ref()));
            parts.extensions.insert(Lasts((awaited.clone(), in_use.clone())));
            let response = handled(desk, parts, text.into(), message.id).await;
            held(response, (awaited, in_use))
        }
        _ => held(handled(desk, parts, body.clone().into(), message.id).await, (awaited, in_use)),
    }
}

/// Begins a session.
///
/// On a task of its own: a client that goes away meanwhile would leave a session behind
/// that nobody knows of, and that never ends.
async fn initialized(
    desk: &Arc<Desk>,
    parts: Parts,
    body: &Bytes,
    id: Option<&RawValue>,
) -> Response {
    let Some(room) = desk.sessions.begin() else {
        return busy(id, "the server has as many sessions as it takes");
    };
    let (own, body, its_id) = (Arc::clone(desk), body.clone(), id.map(ToOwned::to_owned));
    let begin = async move {
        let _awaited = own.awaited();
        let response = handled(&own, parts, body.into(), its_id.as_deref()).await;
        if let Some(id) = response.headers().get(SESSION_ID).and_then(|id| id.to_str().ok()) {
            own.sessions.begun(id, room);
        }
        response
    };
    tokio::spawn(begin).await.unwrap_or_else(|_| internal_error(id))
}

/// A stream of what the server has to say.
async fn watched(desk: &Arc<Desk>, parts: Parts) -> Response {
    if desk.is_closing() {
        return busy(None, "the server is shutting down");
    }
    let Some(room) = desk.stream() else { return no_stream(None) };
    let in_use = session_id(&parts).and_then(|id| desk.sessions.in_use(&id));
    held(handled(desk, parts, Body::empty(), None).await, (room, in_use))
}

/// What the protocol makes of a request.
async fn handled(desk: &Arc<Desk>, parts: Parts, body: Body, id: Option<&RawValue>) -> Response {
    let is_json = parts.headers.get(CONTENT_TYPE).is_some_and(is_json);
    let response = desk.protocol.handle(Request::from_parts(parts, body)).await.map(Body::new);
    // What the protocol's library says in these cases is about itself, and its types.
    match response.status() {
        StatusCode::INTERNAL_SERVER_ERROR => internal_error(id),
        StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => {
            let text = "the message does not have the form that its method asks for";
            error(StatusCode::BAD_REQUEST, id, INVALID_REQUEST, text)
        }
        _ => response,
    }
}

fn internal_error(id: Option<&RawValue>) -> Response {
    error(StatusCode::INTERNAL_SERVER_ERROR, id, INTERNAL_ERROR, "internal error")
}

fn no_stream(id: Option<&RawValue>) -> Response {
    busy(id, "the server has as many open streams as it takes")
}

fn is_json(media_type: &HeaderValue) -> bool {
    media_type.to_str().is_ok_and(|text| {
        let essence = text.split(';').next().unwrap_or_default();
        essence.trim().eq_ignore_ascii_case("application/json")
    })
}

fn session_id(parts: &Parts) -> Option<String> {
    Some(parts.headers.get(SESSION_ID)?.to_str().ok()?.to_owned())
}
