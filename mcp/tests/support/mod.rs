//! What tests share: a server, and a client of it in the same process.

pub(crate) mod apart;
pub(crate) mod far;
pub(crate) mod hold;
pub(crate) mod hop;
pub(crate) mod listener;
pub(crate) mod odd;
pub(crate) mod offering;
pub(crate) mod raw;
pub(crate) mod rude;
pub(crate) mod scripted;
pub(crate) mod shelf;
pub(crate) mod tools;
pub(crate) mod web;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, RunningService, serve_client_with_lifecycle};
use rmcp::{ClientHandler, RoleClient};
use rulebook::Toolkit;
use rulebook_mcp::McpServer;

/// The revisions that clients speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// With a handshake and sessions: up to 2025-11-25.
    Sessions,
    /// Without: 2026-07-28.
    Stateless,
}

impl Era {
    pub(crate) const BOTH: [Self; 2] = [Self::Sessions, Self::Stateless];
}

/// A client that is connected to a server in this process.
pub(crate) type Connected<C> = RunningService<RoleClient, C>;

/// Connects a client to a server, in the way of an era.
pub(crate) async fn connect<C: ClientHandler>(
    server: &McpServer,
    era: Era,
    client: C,
) -> Connected<C> {
    let (near, far) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(far);
    let server = server.clone();
    tokio::spawn(async move { server.serve(input, output).await });
    let lifecycle = match era {
        Era::Sessions => ClientLifecycleMode::Initialize,
        Era::Stateless => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
    };
    serve_client_with_lifecycle(client, tokio::io::split(near), lifecycle).await.unwrap()
}

/// A client that cannot be asked anything.
pub(crate) fn who() -> ClientConfig {
    ClientConfig::new(ClientCapabilities::default(), Implementation::new("test", "1"))
}

/// A server of a toolkit, and a client of it that cannot be asked anything.
pub(crate) async fn plain(toolkit: Toolkit, era: Era) -> Connected<ClientConfig> {
    connect(&McpServer::new(toolkit), era, who()).await
}

/// A folder with a script, and `rules.json` that exports functions of it.
pub(crate) fn rules(script: &str, text: &str, exports: serde_json::Value) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = serde_json::json!({ "schemaVersion": 1, "script": script, "exports": exports });
    std::fs::write(folder.path().join(script), text).unwrap();
    std::fs::write(folder.path().join("rules.json"), manifest.to_string()).unwrap();
    folder
}
