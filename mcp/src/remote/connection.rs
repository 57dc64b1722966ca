//! A connection to a server, as long as it holds.

use std::process::Stdio;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::{ProtocolVersion, ServerPeerInfo};
use rmcp::service::{ClientLifecycleMode, Peer, RunningService, serve_client_with_lifecycle};

use super::command::ServerCommand;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::heard::Heard;

/// A connection to a server, as long as it holds.
pub(super) struct Connection {
    pub(super) peer: Peer<RoleClient>,
    pub(super) heard: Heard,
    /// What keeps it open; none where the host does.
    pub(super) running: Option<RunningService<RoleClient, Heard>>,
}

impl Connection {
    /// Connects to a server.
    pub(super) async fn open(endpoint: &McpEndpoint) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command).await,
            McpEndpoint::Client(peer) => {
                Ok(Self { peer: peer.clone(), heard: Heard::default(), running: None })
            }
        }
    }

    async fn start(command: &ServerCommand) -> Result<Self, ConnectError> {
        let mut child = tokio::process::Command::new(&command.program);
        child
            .args(&command.arguments)
            .env_clear()
            .envs(command.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut child = child.spawn().map_err(|error| ConnectError::new(error.to_string()))?;
        let (Some(output), Some(input)) = (child.stdout.take(), child.stdin.take()) else {
            return Err(ConnectError::new("the process has no standard input and output"));
        };
        let heard = Heard::default();
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let running = serve_client_with_lifecycle(heard.clone(), (output, input), lifecycle)
            .await
            .map_err(|error| ConnectError::new(error.to_string()))?;
        // It is waited for, so that none is left behind as a zombie.
        tokio::spawn(async move { child.wait().await });
        Ok(Self { peer: running.peer().clone(), heard, running: Some(running) })
    }

    /// What the server says of itself.
    pub(super) fn about(&self) -> Option<Arc<ServerPeerInfo>> {
        self.peer.peer_info()
    }
}
