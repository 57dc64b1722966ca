//! The tools of an MCP server, as a collection.

mod book;
mod builder;
mod canonical;
mod catalogue;
mod change;
mod choice;
mod collection;
mod command;
mod connection;
mod endpoint;
mod error;
mod heard;
mod keeper;
mod listed;
mod marks;
mod naming;
mod offer;
mod offered;
mod output;
mod pins;
mod rules;
mod taking;
mod tasks;
mod tool;
mod trust;
mod trusting;

pub use builder::McpToolCollectionBuilder;
pub use choice::ToolChoice;
pub use collection::McpToolCollection;
pub use command::ServerCommand;
pub use endpoint::McpEndpoint;
pub use error::{AcceptError, ConnectError};
pub use offered::OfferedTool;
pub use pins::{Difference, HeldInstructions, HeldTool, ToolPins};
