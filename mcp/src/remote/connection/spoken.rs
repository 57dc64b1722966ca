//! Beginning to speak with a server, whatever the messages go over.

use std::sync::Arc;

use rmcp::RoleClient;
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::Transport;

use super::heard::Heard;
use super::pulse::Pulse;
use super::watched::Watched;
use crate::remote::call::Hearing;

/// A server that was spoken to, and answered.
pub(in crate::remote) struct Spoken {
    /// What keeps the connection open.
    pub(in crate::remote) running: RunningService<RoleClient, Heard>,
    pub(in crate::remote) heard: Heard,
    pub(in crate::remote) pulse: Arc<Pulse>,
}

/// Begins to speak with a server. Where the future is dropped, the transport is.
pub(in crate::remote) async fn speak<T: Transport<RoleClient> + 'static>(
    transport: T,
    lifecycle: ClientLifecycleMode,
) -> Result<Spoken, ClientInitializeError> {
    let (heard, pulse) = (Heard::default(), Arc::new(Pulse::new()));
    let hearing = Hearing::new(transport, heard.calls.clone());
    let watched = Watched::new(hearing, Arc::clone(&pulse));
    let running = serve_client_with_lifecycle(heard.clone(), watched, lifecycle).await?;
    Ok(Spoken { running, heard, pulse })
}
