//! Answers that the server gives itself.

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use serde_json::value::RawValue;

/// The protocol's code for what is no JSON.
pub(super) const PARSE_ERROR: i32 = -32700;
/// The protocol's code for what is no message.
pub(super) const INVALID_REQUEST: i32 = -32600;
/// The protocol's code for what fails within.
pub(super) const INTERNAL_ERROR: i32 = -32603;
/// A code of our own: the server cannot take the request now.
pub(super) const UNAVAILABLE: i32 = -32000;

/// An answer in words.
pub(super) fn text(status: StatusCode, message: &'static str) -> Response {
    let mut response = (status, message).into_response();
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// An error of the protocol.
pub(super) fn error(
    status: StatusCode,
    id: Option<&RawValue>,
    code: i32,
    message: &str,
) -> Response {
    let error = json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": { "code": code, "message": message },
    });
    let mut response = (status, Body::from(error.to_string())).into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The server cannot take a request now.
pub(super) fn busy(id: Option<&RawValue>, message: &str) -> Response {
    let mut response = error(StatusCode::SERVICE_UNAVAILABLE, id, UNAVAILABLE, message);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

/// A body that is not read to its end, so that nothing can follow it.
pub(super) fn unread(status: StatusCode, message: &'static str) -> Response {
    let mut response = error(status, None, INVALID_REQUEST, message);
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
