//! Where a server is.

use rmcp::RoleClient;
use rmcp::service::Peer;

use super::command::ServerCommand;
#[cfg(feature = "http-client")]
use super::http::ServerUrl;
use super::streams::ServerStreams;

/// Where a server is, and how it is reached.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum McpEndpoint {
    /// A child process that is spoken to by its standard input and output.
    Command(ServerCommand),
    /// A server that is reached over HTTP.
    #[cfg(feature = "http-client")]
    Url(ServerUrl),
    /// A server that is reached over streams.
    Streams(ServerStreams),
    /// A client that the host has and goes on owning.
    Client(Peer<RoleClient>),
}

impl McpEndpoint {
    /// What it is called where something is said of it to the host.
    pub(super) fn called(&self) -> String {
        match self {
            #[cfg(feature = "http-client")]
            Self::Url(server) => format!("the server at `{}`", server.shown()),
            _ => "the server".to_owned(),
        }
    }
}

impl From<ServerCommand> for McpEndpoint {
    fn from(command: ServerCommand) -> Self {
        Self::Command(command)
    }
}

impl From<ServerStreams> for McpEndpoint {
    fn from(streams: ServerStreams) -> Self {
        Self::Streams(streams)
    }
}

#[cfg(feature = "http-client")]
impl From<ServerUrl> for McpEndpoint {
    fn from(server: ServerUrl) -> Self {
        Self::Url(server)
    }
}

impl From<Peer<RoleClient>> for McpEndpoint {
    fn from(client: Peer<RoleClient>) -> Self {
        Self::Client(client)
    }
}
