//! The tools of an MCP server, as a collection.

mod asked;
mod backoff;
mod book;
mod builder;
mod call;
mod canonical;
mod catalogue;
mod change;
mod choice;
mod collection;
mod command;
mod connecting;
mod connection;
mod context;
mod endpoint;
mod error;
mod heard;
#[cfg(feature = "http-client")]
mod http;
mod incoming;
mod keeper;
mod keeping;
mod listed;
mod listening;
mod live;
mod marks;
mod naming;
mod noted;
mod offer;
mod offered;
mod output;
mod paired;
mod pins;
mod probe;
mod probed;
#[cfg(test)]
mod properties;
mod pulse;
mod refreshing;
mod refused;
mod rules;
mod said;
mod spoken;
mod standing;
mod status;
mod streams;
mod taking;
mod tool;
mod trust;
mod trusting;
mod unlisted;
mod unreadable;
mod watched;
mod whole;

pub use builder::McpToolCollectionBuilder;
pub use choice::ToolChoice;
pub use collection::McpToolCollection;
pub use command::ServerCommand;
pub use endpoint::McpEndpoint;
pub use error::{AcceptError, ConnectError};
#[cfg(feature = "http-client")]
pub use http::ServerUrl;
pub use offered::OfferedTool;
pub use pins::{Difference, HeldInstructions, HeldTool, ToolPins};
pub use status::{ServerState, ServerStatus, StatusChanges};
pub use streams::ServerStreams;
