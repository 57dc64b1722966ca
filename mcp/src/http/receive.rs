//! Reading a body, within limits.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

use super::answers::unread;

/// The whole body, or what to answer: it is no longer read then.
pub(super) async fn receive(body: Body, most: usize, time: Duration) -> Result<Bytes, Response> {
    let too_large = || unread(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large");
    if body.size_hint().lower() > u64::try_from(most).unwrap_or(u64::MAX) {
        return Err(too_large());
    }
    match timeout(time, Limited::new(body, most).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if is_limit(&*error) => Err(too_large()),
        Ok(Err(_)) => Err(unread(StatusCode::BAD_REQUEST, "the request broke off")),
        Err(_) => Err(unread(StatusCode::REQUEST_TIMEOUT, "the request came too slowly")),
    }
}

fn is_limit(error: &(dyn Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_limit)
}
