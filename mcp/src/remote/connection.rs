//! A connection to a server, as long as it holds.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::Transport;
use tokio::time::timeout;

use super::call::Hearing;
use super::command::{self, Child, Era, LastEra, ServerCommand};
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::heard::Heard;
use super::lines::MessageLines;
use super::live::Live;
use super::pulse::Pulse;
use super::watched::Watched;

/// A connection to a server, as long as it holds.
pub(super) struct Connection {
    pub(super) live: Arc<Live>,
    /// What keeps it open; none where the host does.
    running: Option<RunningService<RoleClient, Heard>>,
    /// The process of the server, where it is one.
    child: Option<Child>,
}

impl Connection {
    /// Connects to a server. Where the future is dropped, nothing is left behind.
    pub(super) async fn open(
        endpoint: &McpEndpoint,
        last: &LastEra,
        within: Duration,
    ) -> Result<Self, ConnectError> {
        match endpoint {
            McpEndpoint::Command(command) => Self::start(command, last, within).await,
            McpEndpoint::Streams(streams) => {
                let opened = streams.open().await;
                let failed = |error| ConnectError::new(format!("there are no streams: {error}"));
                let streams = opened.map_err(failed)?;
                let lines = MessageLines::unheld(streams.0, streams.1);
                let begun = Self::over(lines, Era::Unknown.lifecycle());
                let begun: Pin<Box<dyn Future<Output = _> + Send>> = Box::pin(begun);
                begun.await.map_err(|error| ConnectError::new(error.to_string()))
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

    async fn start(
        command: &ServerCommand,
        last: &LastEra,
        within: Duration,
    ) -> Result<Self, ConnectError> {
        let connected = command::connect(command, last, within, Self::over);
        let (mut connection, child) = connected.await?;
        if connection.live.speaks_of_sessions() {
            last.set(Era::Sessions);
        } else {
            last.set(Era::Stateless);
        }
        connection.child = Some(child);
        Ok(connection)
    }

    async fn over<T: Transport<RoleClient> + 'static>(
        transport: T,
        lifecycle: ClientLifecycleMode,
    ) -> Result<Self, ClientInitializeError> {
        let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
        let hearing = Hearing::new(transport, heard.calls.clone());
        let watched = Watched::new(hearing, Arc::clone(&pulse));
        let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle).await?;
        let live = Arc::new(Live { peer: running.peer().clone(), heard, pulse });
        Ok(Self { live, running: Some(running), child: None })
    }

    /// Why it was lost: what is known of a child says more than what shows on its streams.
    pub(super) async fn why(&self, seen: String) -> String {
        match &self.child {
            Some(child) if child.lost().is_cancelled() => {
                format!("the server {}", child.ended().await.why)
            }
            _ => seen,
        }
    }

    /// Ends it, and a child with all that it started, which has a grace to end by itself.
    pub(super) async fn end(mut self, grace: Duration) {
        self.live.pulse.lose("it was closed");
        // Its streams end with it.
        if let Some(child) = &self.child {
            child.close(grace).await;
        }
        if let Some(mut running) = self.running.take() {
            let _ = timeout(grace, running.close()).await;
        }
    }

    /// The last lines of a child's standard error.
    pub(super) fn standard_error(&self) -> Vec<String> {
        self.child.as_ref().map(Child::standard_error).unwrap_or_default()
    }
}
