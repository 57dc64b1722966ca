//! A connection to a server, as long as it holds.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ServerPeerInfo;
use rmcp::service::{Peer, RunningService};

use super::command::{self, Child, Connected, Era, ServerCommand};
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::heard::Heard;

/// A connection to a server, as long as it holds.
pub(super) struct Connection {
    pub(super) peer: Peer<RoleClient>,
    pub(super) heard: Heard,
    /// What keeps it open; none where the host does.
    pub(super) running: Option<RunningService<RoleClient, Heard>>,
    /// The process of the server, where it is one.
    pub(super) child: Option<Child>,
}

impl Connection {
    /// Connects to a server.
    pub(super) async fn open(
        endpoint: &McpEndpoint,
        within: Duration,
    ) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command, within).await,
            McpEndpoint::Client(peer) => {
                let heard = Heard::default();
                Ok(Self { peer: peer.clone(), heard, running: None, child: None })
            }
        }
    }

    async fn start(command: &ServerCommand, within: Duration) -> Result<Self, ConnectError> {
        let heard = Heard::default();
        let Connected { running, child, .. } =
            command::connect(command, &heard, Era::Unknown, within).await?;
        let peer = running.peer().clone();
        Ok(Self { peer, heard, running: Some(running), child: Some(child) })
    }

    /// What the server says of itself.
    pub(super) fn about(&self) -> Option<Arc<ServerPeerInfo>> {
        self.peer.peer_info()
    }
}
