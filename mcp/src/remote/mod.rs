//! The tools of an MCP server, as a collection.

mod builder;
mod call;
mod catalogue;
mod choice;
mod collection;
mod command;
mod connection;
mod endpoint;
mod error;
mod heard;
mod keeper;
mod listed;
mod live;
mod marks;
mod offered;
mod output;
mod pulse;
mod refused;
mod rules;
mod said;
mod tool;
mod watched;

pub use builder::McpToolCollectionBuilder;
pub use choice::ToolChoice;
pub use collection::McpToolCollection;
pub use command::ServerCommand;
pub use endpoint::McpEndpoint;
pub use error::ConnectError;
pub use offered::OfferedTool;
