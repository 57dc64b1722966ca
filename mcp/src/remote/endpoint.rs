//! Where a server is.

use rmcp::RoleClient;
use rmcp::service::Peer;

use super::command::ServerCommand;

/// Where a server is, and how it is reached.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum McpEndpoint {
    /// A child process that is spoken to by its standard input and output.
    Command(ServerCommand),
    /// A client that the host has and goes on owning.
    Client(Peer<RoleClient>),
}

impl From<ServerCommand> for McpEndpoint {
    fn from(command: ServerCommand) -> Self {
        Self::Command(command)
    }
}

impl From<Peer<RoleClient>> for McpEndpoint {
    fn from(client: Peer<RoleClient>) -> Self {
        Self::Client(client)
    }
}
