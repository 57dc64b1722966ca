//! A connection to a server, as long as it holds.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle};
use rmcp::transport::{IntoTransport, Transport};
use tokio::time::timeout;

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
    child: Option<tokio::process::Child>,
}

impl Connection {
    /// Connects to a server. Where the future is dropped, nothing is left behind.
    pub(super) async fn open(endpoint: &McpEndpoint) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command).await,
            McpEndpoint::Streams(streams) => {
                let opened = streams.open().await;
                let failed = |error| ConnectError::new(format!("there are no streams: {error}"));
                let streams = opened.map_err(failed)?;
                Self::over(IntoTransport::<RoleClient, _, _>::into_transport(streams)).await
            }
            McpEndpoint::Client(peer) => {
                if peer.is_transport_closed() {
                    return Err(ConnectError::new("the host's client is closed"));
                }
                let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
                let live = Arc::new(Live { peer: peer.clone(), heard, pulse });
                Ok(Self { live, running: None, child: None })
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
        let streams = IntoTransport::<RoleClient, _, _>::into_transport((output, input));
        let mut connection = Self::over(streams).await?;
        connection.child = Some(child);
        Ok(connection)
    }

    async fn over<T: Transport<RoleClient> + 'static>(transport: T) -> Result<Self, ConnectError> {
        let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let hearing = Hearing::new(transport, heard.calls.clone());
        let watched = Watched::new(hearing, Arc::clone(&pulse));
        let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle)
            .await
            .map_err(|error| ConnectError::new(error.to_string()))?;
        let live = Arc::new(Live { peer: running.peer().clone(), heard, pulse });
        Ok(Self { live, running: Some(running), child: None })
    }

    /// Ends it, and a child with all that it started, which has a grace to end by itself.
    pub(super) async fn end(mut self, grace: Duration) {
        self.live.pulse.lose("it was closed");
        let ended = async {
            if let Some(mut running) = self.running.take() {
                let _ = running.close().await;
            }
            if let Some(child) = &mut self.child {
                let _ = child.wait().await;
            }
        };
        let _ = timeout(grace, ended).await;
    }

    /// The last lines of a child's standard error.
    pub(super) fn standard_error(&self) -> Vec<String> {
        Vec::new()
    }
}
