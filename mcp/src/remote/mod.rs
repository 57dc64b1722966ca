//! The tools of an MCP server, as a collection.

mod asked;
mod backoff;
mod builder;
mod catalogue;
mod choice;
mod collection;
mod command;
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
mod noted;
mod offered;
mod output;
mod probe;
mod pulse;
mod refreshing;
mod rules;
mod standing;
mod status;
mod streams;
mod tool;
mod unreadable;
mod watched;

pub use builder::McpToolCollectionBuilder;
pub use choice::ToolChoice;
pub use collection::McpToolCollection;
pub use command::ServerCommand;
pub use endpoint::McpEndpoint;
pub use error::ConnectError;
#[cfg(feature = "http-client")]
pub use http::ServerUrl;
pub use offered::OfferedTool;
pub use status::{ServerState, ServerStatus, StatusChanges};
pub use streams::ServerStreams;
