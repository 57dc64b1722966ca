//! Serves a toolkit of [`rulebook`] over the Model Context Protocol (MCP), and takes the tools
//! of other servers into one.
//!
//! Every tool of a [`Toolkit`], whether a script's or one in Rust,
//! becomes a tool of an MCP server, in both current revisions of the protocol:
//! 2025-11-25 and 2026-07-28, the stateless one.
//!
//! ```no_run
//! # async fn sample() -> Result<(), Box<dyn std::error::Error>> {
//! use rulebook::{ToolSet, Toolkit};
//!
//! let rules = ToolSet::load("rules.json").await?;
//! let toolkit = Toolkit::builder().collection(rules).build()?;
//! rulebook_mcp::serve_stdio(toolkit).await?;
//! # Ok(()) }
//! ```
//!
//! With the feature `client` the tools of an MCP server are a collection of a toolkit, an
//! `McpToolCollection`: over a child process, streams, or a client that the host has. The
//! feature `http-client` adds servers at an address.

mod approvals;
mod audit;
mod builder;
mod changes;
mod code;
mod error;
mod exact;
mod forgotten;
mod form;
#[cfg(doctest)]
mod guides;
mod handler;
#[cfg(feature = "http")]
pub mod http;
mod limit;
mod listing;
#[cfg(feature = "log")]
mod log;
mod metrics;
mod over;
#[cfg(feature = "client")]
mod remote;
mod seal;
mod served;
mod server;
mod stdio;
mod wire;

pub use approvals::Approvals;
pub use audit::Audit;
pub use builder::McpServerBuilder;
pub use error::ServeError;
#[cfg(feature = "log")]
pub use log::LogLayer;
pub use metrics::Metrics;
#[cfg(feature = "http-client")]
pub use remote::ServerUrl;
#[cfg(feature = "client")]
pub use remote::{
    AcceptError, ConnectError, Difference, HeldInstructions, HeldTool, McpEndpoint,
    McpToolCollection, McpToolCollectionBuilder, OfferedTool, ServerCommand, ServerState,
    ServerStatus, ServerStreams, StatusChanges, ToolChoice, ToolPins,
};
/// The protocol itself, for a host that has a client of its own.
#[cfg(feature = "client")]
pub use rmcp;
pub use server::McpServer;

use rulebook::Toolkit;

/// Serves a toolkit on standard input and output, until the input ends.
///
/// [`McpServer::builder`] has the options.
///
/// # Errors
/// [`ServeError`] when the streams fail.
pub async fn serve_stdio(toolkit: Toolkit) -> Result<(), ServeError> {
    McpServer::new(toolkit).serve_stdio().await
}
