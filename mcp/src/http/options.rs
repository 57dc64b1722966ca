//! How a toolkit is served over HTTP.

use std::time::Duration;

use super::token::BearerToken;

/// How a toolkit is served over HTTP, and how much at most.
///
/// ```
/// use rulebook_mcp::http::{BearerToken, HttpOptions};
///
/// let options = HttpOptions::new()
///     .token(BearerToken::new("Zm9vYmFyYmF6cXV4cXV1eA")?)
///     .allowed_host("rules.example.com")
///     .max_calls(16);
/// # Ok::<(), rulebook_mcp::http::HttpError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HttpOptions {
    pub(super) path: String,
    pub(super) tokens: Vec<BearerToken>,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) max_body_bytes: usize,
    pub(super) max_calls: usize,
    pub(super) max_sessions: usize,
    pub(super) max_streams: usize,
    pub(super) max_connections: usize,
    pub(super) session_idle: Duration,
    pub(super) request_time: Duration,
    pub(super) keep_alive: Duration,
    pub(super) grace: Duration,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            path: "/mcp".to_owned(),
            tokens: Vec::new(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            max_body_bytes: 4 * 1024 * 1024,
            max_calls: 64,
            max_sessions: 1000,
            max_streams: 1000,
            max_connections: 4000,
            session_idle: Duration::from_secs(30 * 60),
            request_time: Duration::from_secs(30),
            keep_alive: Duration::from_secs(5),
            grace: Duration::from_secs(30),
        }
    }
}

impl HttpOptions {
    /// Options with their defaults: no token, so for this machine only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where the protocol is; `/mcp` by default.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// A token that lets a request in; there may be several.
    pub fn token(mut self, token: BearerToken) -> Self {
        self.tokens.push(token);
        self
    }

    /// More tokens that let a request in.
    pub fn tokens(mut self, tokens: impl IntoIterator<Item = BearerToken>) -> Self {
        self.tokens.extend(tokens);
        self
    }

    /// A name by which clients reach the server, as `rules.example.com`, or with a port.
    /// By default: those of the loopback address, and any name when there is a token.
    pub fn allowed_host(mut self, host: impl Into<String>) -> Self {
        self.allowed_hosts.push(host.into());
        self
    }

    /// More names by which clients reach the server.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed_hosts.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// Where web pages that may send requests come from, as `https://app.example.com`,
    /// with a port where it is not the usual one, or `null`; by default only from the
    /// server itself.
    pub fn allowed_origin(mut self, origin: impl Into<String>) -> Self {
        self.allowed_origins.push(origin.into());
        self
    }

    /// More origins of web pages that may send requests.
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed_origins.extend(origins.into_iter().map(Into::into));
        self
    }

    /// The largest request, 4 MiB by default: larger ones are answered with `413`, and
    /// not read.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// How many calls run or wait for their turn at once, 64 by default. One more ends
    /// with the error `unavailable`, which the model sees and can try again after; one
    /// that waits for a person's approval does not count.
    pub fn max_calls(mut self, calls: usize) -> Self {
        self.max_calls = calls;
        self
    }

    /// How many sessions of the older revisions there are at once, 1,000 by default: one
    /// more is answered with `503`.
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// How many streams of notices are open at once, 1,000 by default: one more is
    /// answered with `503`.
    pub fn max_streams(mut self, streams: usize) -> Self {
        self.max_streams = streams;
        self
    }

    /// How many connections [`serve`](super::HttpService::serve) has open at once, 4,000
    /// by default: further ones wait until there is room.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections;
        self
    }

    /// How long a session of the older revisions may do nothing before it is ended, 30
    /// minutes by default. One with an open stream, or a call that runs, does something.
    pub fn session_idle(mut self, idle: Duration) -> Self {
        self.session_idle = idle;
        self
    }

    /// How long a client may take to send the head of a request, and again its body, and
    /// how long it may read nothing of what it is sent; 30 seconds each by default. A
    /// connection without a request is closed after it.
    pub fn request_time(mut self, time: Duration) -> Self {
        self.request_time = time;
        self
    }

    /// How often something is written to an open stream, 5 seconds by default.
    pub fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = every;
        self
    }

    /// How long a shutdown waits for calls in flight, 30 seconds by default.
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }
}
