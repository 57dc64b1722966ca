//! What a server tells of its own accord.

use std::sync::Arc;

use rmcp::model::{ClientCapabilities, ClientConfig, Implementation};
use rmcp::service::NotificationContext;
use rmcp::{ClientHandler, RoleClient};
use tokio::sync::Notify;

/// What a server tells of its own accord.
#[derive(Clone, Default)]
pub(super) struct Heard {
    /// The list of tools has changed.
    pub(super) list_changed: Arc<Notify>,
}

impl ClientHandler for Heard {
    fn get_info(&self) -> ClientConfig {
        let about = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), about)
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.list_changed.notify_one();
    }
}
