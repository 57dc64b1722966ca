//! A connection to a server, as long as it holds.

use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::ProtocolVersion;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::{IntoTransport, Transport};
use tokio::time::timeout;

use super::call::Hearing;
use super::command::{self, Child, Connected, Era, ServerCommand};
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::heard::Heard;
#[cfg(feature = "http-client")]
use super::http::HttpTransport;
use super::live::Live;
use super::pulse::Pulse;
use super::watched::Watched;

/// A connection to a server, as long as it holds.
pub(super) struct Connection {
    pub(super) live: Arc<Live>,
    /// What keeps it open; none where the host does.
    running: Option<RunningService<RoleClient, Heard>>,
    child: Option<Child>,
}

impl Connection {
    /// Connects to a server. Where the future is dropped, nothing is left behind.
    pub(super) async fn open(
        endpoint: &McpEndpoint,
        within: Duration,
    ) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command, within).await,
            McpEndpoint::Streams(streams) => {
                let opened = streams.open().await;
                let failed = |error| ConnectError::new(format!("there are no streams: {error}"));
                let streams = opened.map_err(failed)?;
                Self::over(IntoTransport::<RoleClient, _, _>::into_transport(streams))
                    .await
                    .map_err(|error| ConnectError::new(error.to_string()))
            }
            #[cfg(feature = "http-client")]
            McpEndpoint::Url(server) => {
                let (transport, explains) = HttpTransport::new(server)?;
                Self::over(transport).await.map_err(|error| explains.explain(&error))
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

    async fn start(command: &ServerCommand, within: Duration) -> Result<Self, ConnectError> {
        let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
        let Connected { running, child, .. } =
            command::connect(command, &heard, Era::Unknown, within).await?;
        let live = Arc::new(Live { peer: running.peer().clone(), heard, pulse });
        Ok(Self { live, running: Some(running), child: Some(child) })
    }

    async fn over<T: Transport<RoleClient> + 'static>(
        transport: T,
    ) -> Result<Self, ClientInitializeError> {
        let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let hearing = Hearing::new(transport, heard.calls.clone());
        let watched = Watched::new(hearing, Arc::clone(&pulse));
        let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle).await?;
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
                child.close(grace).await;
            }
        };
        let _ = timeout(grace, ended).await;
    }

    /// The last lines of a child's standard error.
    pub(super) fn standard_error(&self) -> Vec<String> {
        self.child.as_ref().map(Child::standard_error).unwrap_or_default()
    }
}
