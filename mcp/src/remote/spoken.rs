//! Beginning to speak with a server, whatever the messages go over.

use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::Transport;

use super::call::Hearing;
use super::heard::Heard;
use super::pulse::Pulse;
use super::watched::Watched;

/// A server that was spoken to, and answered.
pub(super) struct Spoken {
    /// What keeps the connection open.
    pub(super) running: RunningService<RoleClient, Heard>,
    pub(super) heard: Heard,
    pub(super) pulse: Arc<Pulse>,
}

/// Begins to speak with a server. Where the future is dropped, the transport is.
pub(super) async fn speak<T: Transport<RoleClient> + 'static>(
    transport: T,
    lifecycle: ClientLifecycleMode,
) -> Result<Spoken, ClientInitializeError> {
    let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
    let hearing = Hearing::new(transport, heard.calls.clone());
    let watched = Watched::new(hearing, Arc::clone(&pulse));
    let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle).await?;
    Ok(Spoken { running, heard, pulse })
}
