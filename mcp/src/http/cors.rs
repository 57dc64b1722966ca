//! What browsers are told of pages from elsewhere that may send requests.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};

/// Whether a browser asks what a page may send.
pub(super) fn is_preflight(method: &Method, headers: &HeaderMap) -> bool {
    method == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// The answer to a browser that asks.
pub(super) fn preflight(headers: &HeaderMap) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let told = response.headers_mut();
    told.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, DELETE"));
    told.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        told.insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
    }
    response
}

/// Lets a page read a response.
pub(super) fn allow(response: &mut Response, origin: HeaderValue) {
    let told = response.headers_mut();
    told.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    let shown = HeaderValue::from_static("mcp-session-id, retry-after, www-authenticate");
    told.insert(ACCESS_CONTROL_EXPOSE_HEADERS, shown);
    told.append(VARY, HeaderValue::from_static("origin"));
}
