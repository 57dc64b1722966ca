//! Streamable HTTP: an axum router of a host's own app, or a server by itself.
//!
//! ```no_run
//! # async fn sample(
//! #     toolkit: rulebook::Toolkit,
//! #     stop: impl Future<Output = ()>,
//! # ) -> Result<(), Box<dyn std::error::Error>> {
//! use rulebook_mcp::McpServer;
//! use rulebook_mcp::http::{BearerToken, HttpOptions};
//!
//! let tokens = BearerToken::read_all(&std::fs::read_to_string("token")?)?;
//! let options = HttpOptions::new().tokens(tokens);
//! let service = McpServer::new(toolkit).http(options)?;
//!
//! let listener = tokio::net::TcpListener::bind("0.0.0.0:8080").await?;
//! service.serve(listener, stop).await?;
//! # Ok(()) }
//! ```
//!
//! | Path | What is there |
//! |---|---|
//! | `/mcp` | the protocol, in both revisions |
//! | `/healthz` | `200` while calls are taken, `503` from the begin of a shutdown; needs no token |
//! | `/metrics` | [`Metrics`](crate::Metrics) as text; needs the token, when one is set |
//!
//! # Who may come in
//!
//! - Without a token only an address of this machine itself can be listened on.
//! - `Host` has to be a name or a number of the loopback address, or one of
//!   [`allowed_hosts`](HttpOptions::allowed_hosts). With a token and no names given any
//!   will do: a web page that is led here under another name does not have the token.
//! - `Origin`, which web pages send, has to be that of the server itself, or one of
//!   [`allowed_origins`](HttpOptions::allowed_origins). Only the latter are told of in
//!   headers of CORS.
//!
//! Host and origin are looked at on every path, the token on all but `/healthz`.
//!
//! # Clients that go away
//!
//! In the revision 2026-07-28 a call is given up when its connection is closed, which is
//! noticed at once. A client that is cut off without a word is noticed when something is
//! written: on an open stream every [`keep_alive`](HttpOptions::keep_alive). In the older
//! revisions a lost connection gives nothing up, as they say: the client may come back
//! for the result, or cancel the call. Its calls end with its session at the latest.
//!
//! A client that reads nothing of what it is sent for the
//! [`request_time`](HttpOptions::request_time) is cut off, and one that leaves while its
//! session begins has begun one that is idle.

mod address;
mod answers;
mod cors;
mod desk;
mod error;
mod exchange;
mod gate;
mod held;
mod host;
mod message;
mod options;
mod origin;
mod patient;
mod receive;
mod serve;
mod service;
mod sessions;
mod token;

pub use error::HttpError;
pub use options::HttpOptions;
pub use service::HttpService;
pub use token::BearerToken;
