//! The tools of an MCP server, as a collection.

mod builder;
mod call;
mod catalogue;
mod collection;
mod command;
mod connection;
mod endpoint;
mod error;
#[cfg(feature = "http-client")]
mod http;
mod messages;
mod rules;
mod streams;
mod tool;

pub use builder::McpToolCollectionBuilder;
pub use catalogue::choice::ToolChoice;
pub use catalogue::offered::OfferedTool;
pub use catalogue::pins::{Difference, HeldInstructions, HeldTool, ToolPins};
pub use collection::McpToolCollection;
pub use command::ServerCommand;
pub use connection::status::{ServerState, ServerStatus, StatusChanges};
pub use endpoint::McpEndpoint;
pub use error::{AcceptError, ConnectError};
#[cfg(feature = "http-client")]
pub use http::ServerUrl;
pub use streams::ServerStreams;
