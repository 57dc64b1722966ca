//! The options of a server.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rulebook::Toolkit;

use crate::approvals::Approvals;
use crate::audit::Audit;
use crate::changes::Changes;
use crate::error::ServeError;
use crate::forgotten::Forgotten;
use crate::listing::ListedTools;
use crate::metrics::Metrics;
use crate::seal::Seal;
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
            patience: Duration::from_secs(600),
            seal: Seal::random(),
            changes: Changes::default(),
            forgotten: Forgotten::default(),
            context_interval: Duration::from_secs(10),
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

    /// How long a person has to answer what they are asked; 10 minutes by default. What
    /// is not approved by then is refused.
    #[must_use]
    pub fn patience(mut self, time: Duration) -> Self {
        self.0.patience = time;
        self
    }

    /// The key that the state of a call is sealed with while a client keeps it, in at
    /// least 32 bytes that nobody can guess. A server makes one of its own, which ends
    /// with it: several that take turns for one client need the same.
    ///
    /// # Errors
    /// [`ServeError`] when the key is shorter.
    pub fn state_key(mut self, key: impl AsRef<[u8]>) -> Result<Self, ServeError> {
        self.0.seal = Seal::with_key(key.as_ref()).ok_or_else(|| {
            let text = format!("it has to have {} bytes or more", Seal::SHORTEST_KEY);
            ServeError::new("the state key is too short", io::Error::other(text))
        })?;
        Ok(self)
    }

    /// How often the live context is looked at while a client has subscribed to it; each
    /// 10 seconds by default. It is looked at after each call and each change, too.
    #[must_use]
    pub fn context_interval(mut self, interval: Duration) -> Self {
        self.0.context_interval = interval;
        self
    }

    /// The server.
    #[must_use]
    pub fn build(self) -> McpServer {
        McpServer(Arc::new(self.0))
    }
}
