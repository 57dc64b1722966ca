//! A toolkit as a service of HTTP.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::address::is_loopback;
use super::answers::text;
use super::desk::Desk;
use super::error::HttpError;
use super::exchange::exchange;
use super::gate::{Gate, HEALTH, METRICS, guard, need_token};
use super::options::HttpOptions;
use crate::metrics::{MEDIA_TYPE, Metrics};
use crate::server::McpServer;

/// A toolkit as a service of HTTP: [`serve`](Self::serve) it, or let a host's own app do
/// that with its [`router`](Self::router). Clones are one and the same.
#[derive(Clone)]
pub struct HttpService {
    pub(super) router: Router,
    pub(super) desk: Arc<Desk>,
    pub(super) options: Arc<HttpOptions>,
    gate: Arc<Gate>,
}

impl McpServer {
    /// Serves over HTTP, to any number of clients.
    ///
    /// # Errors
    /// [`HttpError`] when a path, host or origin of the options is none.
    pub fn http(&self, options: HttpOptions) -> Result<HttpService, HttpError> {
        let is_path = options.path.starts_with('/') && options.path.len() > 1;
        let is_plain = options
            .path
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte));
        if !is_path || !is_plain || [HEALTH, METRICS].contains(&options.path.as_str()) {
            let what = "path of letters, digits and `/`, as in `/mcp`";
            return Err(HttpError::Option(what, options.path));
        }
        let gate = Arc::new(Gate::new(&options)?);
        let desk = Arc::new(Desk::new(&self.0, &options));
        let locked = from_fn_with_state(Arc::clone(&gate), need_token);
        let protocol = any(exchange).with_state(Arc::clone(&desk));
        let router = Router::new()
            .route(&options.path, protocol)
            .route(METRICS, get(metrics).with_state(self.0.metrics.clone()))
            .route_layer(locked)
            .route(HEALTH, get(health).with_state(Arc::clone(&desk)))
            .layer(from_fn_with_state(Arc::clone(&gate), guard));
        Ok(HttpService { router, desk, options: Arc::new(options), gate })
    }
}

impl HttpService {
    /// Its paths, for a host's own app. The host decides what to listen on:
    /// [`may_listen_on`](Self::may_listen_on) says whether that is safe. The limits on
    /// connections, and on how slowly the head of a request may come, are the host's.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Whether it may listen on an address: any with a token, only one of this machine
    /// itself without.
    ///
    /// # Errors
    /// [`HttpError::Exposed`], which says what to do.
    pub fn may_listen_on(&self, address: SocketAddr) -> Result<(), HttpError> {
        if self.gate.has_token() || is_loopback(&address) {
            Ok(())
        } else {
            Err(HttpError::Exposed(address))
        }
    }

    /// Takes no more calls and sessions, lets calls in flight finish, for the
    /// [time of grace](HttpOptions::grace) at most, and ends streams and sessions then.
    /// It is what [`serve`](Self::serve) does at its end, for apps that serve the router
    /// themselves: do it before the app closes its connections.
    pub async fn shut_down(&self) {
        self.desk.close(self.options.grace).await;
    }

    /// Gives up the calls in flight: they end as cancelled, and a shutdown waits no longer
    /// for them.
    pub fn give_up(&self) {
        self.desk.give_up();
    }
}

async fn health(State(desk): State<Arc<Desk>>) -> Response {
    if desk.is_closing() {
        text(StatusCode::SERVICE_UNAVAILABLE, "shutting down\n")
    } else {
        text(StatusCode::OK, "ok\n")
    }
}

async fn metrics(State(metrics): State<Metrics>) -> Response {
    let mut response = metrics.render().into_response();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    response
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HttpService").field(&self.options).finish()
    }
}
