//! A connection to a server, as long as it holds.

use std::process::Stdio;
use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle};
use rmcp::transport::IntoTransport;

use super::call::Hearing;
use super::command::ServerCommand;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::heard::Heard;
use super::live::Live;
use super::pulse::Pulse;
use super::watched::Watched;

/// A connection to a server, as long as it holds.
pub(super) struct Connection {
    pub(super) live: Arc<Live>,
    /// What keeps it open; none where the host does.
    running: Option<RunningService<RoleClient, Heard>>,
}

impl Connection {
    /// Connects to a server.
    pub(super) async fn open(endpoint: &McpEndpoint) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command).await,
            McpEndpoint::Client(peer) => {
                let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
                let live = Arc::new(Live { peer: peer.clone(), heard, pulse });
                Ok(Self { live, running: None })
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
        let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let streams = IntoTransport::<RoleClient, _, _>::into_transport((output, input));
        let hearing = Hearing::new(streams, heard.calls.clone());
        let watched = Watched::new(hearing, Arc::clone(&pulse));
        let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle)
            .await
            .map_err(|error| ConnectError::new(error.to_string()))?;
        // It is waited for, so that none is left behind as a zombie.
        tokio::spawn(async move { child.wait().await });
        let live = Arc::new(Live { peer: running.peer().clone(), heard, pulse });
        Ok(Self { live, running: Some(running) })
    }
}
