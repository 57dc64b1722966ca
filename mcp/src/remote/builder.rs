//! Putting a collection of a server's tools together.

use std::sync::Arc;
use std::time::Duration;

use rulebook::ToolKind;

use super::choice::ToolChoice;
use super::collection::{Handle, McpToolCollection};
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::keeper::Kept;
use super::marks::Marks;
use super::offered::OfferedTool;
use super::rules::Rules;

/// Puts an [`McpToolCollection`] together. Tools are named as they are named here, where
/// they are renamed.
#[must_use = "a collection is there when it is connected"]
pub struct McpToolCollectionBuilder {
    endpoint: McpEndpoint,
    rules: Rules,
}

impl McpToolCollectionBuilder {
    pub(super) fn new(name: String, endpoint: McpEndpoint) -> Self {
        let rules = Rules {
            name,
            choose: Box::new(|_| ToolChoice::Keep),
            marks: Marks::default(),
            trusted: true,
            context: None,
            timeout: Duration::from_secs(120),
            start: Duration::from_secs(30),
        };
        Self { endpoint, rules }
    }

    /// Chooses among the tools that the server offers, now and whenever that changes.
    pub fn choose(
        mut self,
        choose: impl Fn(&OfferedTool) -> ToolChoice + Send + Sync + 'static,
    ) -> Self {
        self.rules.choose = Box::new(choose);
        self
    }

    /// What a tool can change, whatever its server says; `None` claims nothing.
    pub fn with_kind(mut self, tool: impl Into<String>, kind: impl Into<Option<ToolKind>>) -> Self {
        self.rules.marks.kinds.insert(tool.into(), kind.into());
        self
    }

    /// Someone has to approve each call of a tool.
    pub fn requires_approval(mut self, tool: impl Into<String>) -> Self {
        self.rules.marks.approvals.insert(tool.into());
        self
    }

    /// Someone has to approve each call of every tool that the server does not call
    /// read-only or harmless.
    pub fn require_approval_for_destructive(mut self) -> Self {
        self.rules.marks.approve_destructive = true;
        self
    }

    /// Someone has to approve each call of every tool.
    pub fn require_approval_for_all(mut self) -> Self {
        self.rules.marks.approve_all = true;
        self
    }

    /// Leaves out what the server says of itself: its text would stand among the
    /// instructions.
    pub fn untrusted(mut self) -> Self {
        self.rules.trusted = false;
        self
    }

    /// How long a call may take: 2 minutes unless told otherwise.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.rules.timeout = timeout;
        self
    }

    /// How long the server may take to start and to say what it offers: 30 seconds unless
    /// told otherwise.
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.rules.start = timeout;
        self
    }

    /// A resource of the server whose text is the collection's live context: it is read anew
    /// each time, and no more than 64 KiB of it are taken.
    pub fn context_resource(mut self, uri: impl Into<String>) -> Self {
        self.rules.context = Some(uri.into());
        self
    }

    /// Connects to the server. It is not tried again; once it has been connected, it is kept so.
    /// Where the future is dropped, nothing of the server is left.
    ///
    /// # Errors
    /// [`ConnectError`] when the server is not there, or what was said here does not fit
    /// what it offers.
    pub async fn connect(self) -> Result<McpToolCollection, ConnectError> {
        let kept = Kept::first(self.rules, self.endpoint).await?;
        let stop = kept.stop.clone().drop_guard();
        Ok(McpToolCollection(Arc::new(Handle { kept, _stop: stop })))
    }
}
