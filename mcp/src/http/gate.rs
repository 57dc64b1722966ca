//! Who may come in.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{ORIGIN, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use super::answers::text;
use super::cors;
use super::error::HttpError;
use super::host::{Host, Hosts};
use super::options::HttpOptions;
use super::origin::{self, Origin};
use super::token::{BearerToken, Presented, presented};

/// Where it tells how it fares.
pub(super) const HEALTH: &str = "/healthz";
/// Where its figures are.
pub(super) const METRICS: &str = "/metrics";

/// Who may come in.
pub(super) struct Gate {
    hosts: Hosts,
    origins: Vec<Origin>,
    tokens: Vec<BearerToken>,
}

/// Where a request is from.
enum From {
    /// A program, or a page of this server.
    Here,
    /// A page from elsewhere that is let in.
    Elsewhere(HeaderValue),
}

impl Gate {
    pub(super) fn new(options: &HttpOptions) -> Result<Self, HttpError> {
        Ok(Self {
            hosts: Hosts::new(&options.allowed_hosts, !options.tokens.is_empty())?,
            origins: origin::parse_all(&options.allowed_origins)?,
            tokens: options.tokens.clone(),
        })
    }

    pub(super) fn has_token(&self) -> bool {
        !self.tokens.is_empty()
    }

    /// Where a request is from, or what it is refused with.
    fn look(&self, request: &Request) -> Result<From, (StatusCode, &'static str)> {
        let Some(host) = Host::asked(request.uri(), request.headers()) else {
            return Err((StatusCode::BAD_REQUEST, "the Host header is missing or malformed"));
        };
        // Probes and scrapers name an address, and see nothing there that a page could use.
        let is_open =
            request.uri().path() == HEALTH || (request.uri().path() == METRICS && self.has_token());
        if !is_open && !self.hosts.allow(&host) {
            tracing::warn!(host = host.name, "a request for a host that is not allowed is refused");
            return Err((StatusCode::FORBIDDEN, "the host is not allowed"));
        }
        let mut values = request.headers().get_all(ORIGIN).iter();
        let given = match (values.next(), values.next()) {
            (None, _) => return Ok(From::Here),
            (Some(given), None) => given,
            _ => return Err((StatusCode::FORBIDDEN, "the origin is not allowed")),
        };
        match given.to_str().ok().and_then(Origin::parse) {
            Some(origin) if self.origins.contains(&origin) => Ok(From::Elsewhere(given.clone())),
            Some(origin) if origin.is_of(&host) => Ok(From::Here),
            _ => {
                tracing::warn!(origin = ?given, "a request from an origin that is not allowed is refused");
                Err((StatusCode::FORBIDDEN, "the origin is not allowed"))
            }
        }
    }
}

/// Lets in what is for an allowed host and from an allowed origin.
pub(super) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    match gate.look(&request) {
        Err((status, why)) => text(status, why),
        Ok(From::Here) => next.run(request).await,
        Ok(From::Elsewhere(origin)) => {
            let mut response = if cors::is_preflight(request.method(), request.headers()) {
                cors::preflight(request.headers())
            } else {
                next.run(request).await
            };
            cors::allow(&mut response, origin);
            response
        }
    }
}

/// Lets in what has the token, when one is set.
pub(super) async fn need_token(
    State(gate): State<Arc<Gate>>,
    request: Request,
    next: Next,
) -> Response {
    if gate.tokens.is_empty() {
        return next.run(request).await;
    }
    let (challenge, why) = match presented(request.headers(), &gate.tokens) {
        Presented::Right => return next.run(request).await,
        Presented::Wrong => {
            tracing::warn!("a request with a wrong token is refused");
            ("Bearer error=\"invalid_token\"", "the bearer token is wrong")
        }
        Presented::Nothing => ("Bearer", "a bearer token is needed"),
    };
    let mut response = text(StatusCode::UNAUTHORIZED, why);
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
    response
}
