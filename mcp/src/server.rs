//! A server of a toolkit.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rulebook::Toolkit;
use tokio::time::sleep;

use crate::served::Served;

/// A server of a toolkit, for any number of clients. Clones are one and the same.
#[derive(Clone)]
pub struct McpServer(pub(crate) Arc<Served>);

impl McpServer {
    /// A server of a toolkit, without options.
    #[must_use]
    pub fn new(toolkit: Toolkit) -> Self {
        Self::builder(toolkit).build()
    }

    /// What it serves.
    #[must_use]
    pub fn toolkit(&self) -> &Toolkit {
        &self.0.toolkit
    }

    /// Waits until calls that were given up have ended, and all calls have their lines in
    /// the audit log. Do it before a process ends; a tool that does not end, or a disk
    /// that does nothing, makes this wait, so bound it.
    pub async fn accounted(&self) {
        const OFTEN: Duration = Duration::from_millis(2);
        while self.0.metrics.calls() > 0 {
            sleep(OFTEN).await;
        }
        if let Some(audit) = &self.0.audit {
            audit.flush().await;
        }
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpServer").field(&self.0.toolkit).finish()
    }
}
