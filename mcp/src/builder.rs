//! The options of a server.

use std::sync::Arc;

use rulebook::Toolkit;

use crate::approvals::Approvals;
use crate::audit::Audit;
use crate::listing::ListedTools;
use crate::metrics::Metrics;
use crate::served::Served;
use crate::server::McpServer;

/// How many bytes a message on a stream may have, unless the host says otherwise.
const LONGEST_MESSAGE: usize = 4 << 20;

/// The options of a server.
pub struct McpServerBuilder(Served);

impl McpServer {
    /// A server of a toolkit, with options.
    #[must_use]
    pub fn builder(toolkit: Toolkit) -> McpServerBuilder {
        McpServerBuilder(Served {
            toolkit,
            name: "rulebook".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            approvals: Approvals::default(),
            listed: ListedTools::default(),
            longest_message: LONGEST_MESSAGE,
            metrics: Metrics::new(),
            audit: None,
        })
    }
}

impl McpServerBuilder {
    /// What the server calls itself, and its version.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        (self.0.name, self.0.version) = (name.into(), version.into());
        self
    }

    /// What becomes of calls that someone has to approve; by default the person at the
    /// client is asked.
    #[must_use]
    pub fn approvals(mut self, approvals: Approvals) -> Self {
        self.0.approvals = approvals;
        self
    }

    /// How many bytes a message on a pair of streams may have; 4 MiB by default. A longer
    /// one is refused, and not kept in memory.
    #[must_use]
    pub fn longest_message(mut self, bytes: usize) -> Self {
        self.0.longest_message = bytes;
        self
    }

    /// Where calls and sessions are counted, of several servers together if you like; by
    /// default each has its own, which is what `/metrics` shows.
    #[must_use]
    pub fn metrics(mut self, metrics: &Metrics) -> Self {
        self.0.metrics = metrics.clone();
        self
    }

    /// A log that gets a line for each call.
    #[must_use]
    pub fn audit(mut self, audit: Audit) -> Self {
        self.0.audit = Some(audit);
        self
    }

    /// The server.
    #[must_use]
    pub fn build(self) -> McpServer {
        McpServer(Arc::new(self.0))
    }
}
