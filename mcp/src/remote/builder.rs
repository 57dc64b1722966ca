//! Putting a collection of a server's tools together.

use std::sync::Arc;
use std::time::Duration;

use rulebook::ToolKind;

use super::catalogue::choice::ToolChoice;
use super::catalogue::marks::Marks;
use super::catalogue::offered::OfferedTool;
use super::catalogue::pins::ToolPins;
use super::catalogue::trust::Pinning;
use super::collection::{Handle, McpToolCollection};
use super::connection::keeper::Kept;
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
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
            pinning: Pinning::default(),
            instructions: Vec::new(),
            constraints: Vec::new(),
            trusted: true,
            context: None,
            timeout: Duration::from_secs(120),
            start: Duration::from_secs(30),
        };
        Self { endpoint, rules }
    }

    /// Chooses among the tools that the server offers, now and whenever that changes.
    ///
    /// Names are those that model providers take: letters of ASCII, digits, `_` and `-`, at
    /// most 64, and no two that differ in case, `-` and `_` alone. What is chosen otherwise
    /// is an error of [`connect`](Self::connect), which says what to write; of a tool that
    /// comes later it is told in the log, and the tool is left out.
    ///
    /// ```no_run
    /// # async fn sample() -> Result<(), Box<dyn std::error::Error>> {
    /// use rulebook_mcp::{McpToolCollection, ServerCommand, ToolChoice};
    ///
    /// let files = McpToolCollection::builder("files", ServerCommand::new("mcp-server-files"))
    ///     .choose(|tool| match tool.name.as_str() {
    ///         "move_file" => ToolChoice::Drop,
    ///         name => ToolChoice::Rename(format!("files_{name}")),
    ///     })
    ///     .requires_approval("files_write_file")
    ///     .connect()
    ///     .await?;
    /// # Ok(()) }
    /// ```
    pub fn choose(
        mut self,
        choose: impl Fn(&OfferedTool) -> ToolChoice + Send + Sync + 'static,
    ) -> Self {
        self.rules.choose = Box::new(choose);
        self
    }

    /// What a tool can change, whatever its server says; `None` claims nothing. Unless this
    /// is said, a tool that its server calls read-only has the kind `read`, and no other has
    /// any.
    pub fn with_kind(mut self, tool: impl Into<String>, kind: impl Into<Option<ToolKind>>) -> Self {
        self.rules.marks.kinds.insert(tool.into(), kind.into());
        self
    }

    /// Someone has to approve each call of a tool, also where it comes back by a name that
    /// differs in case, `-` and `_` alone.
    pub fn requires_approval(mut self, tool: impl Into<String>) -> Self {
        self.rules.marks.approvals.insert(tool.into());
        self
    }

    /// Someone has to approve each call of every tool that the server does not call
    /// read-only or non-destructive. A kind that is given by [`with_kind`](Self::with_kind)
    /// counts in place of the hint: `read` and `state` are harmless, and with any other, or
    /// none, the server's word that it only reads does not count.
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

    /// Adds a line of what the model is told to do. What the server says comes first.
    pub fn instruction(mut self, line: impl Into<String>) -> Self {
        self.rules.instructions.push(line.into());
        self
    }

    /// Adds a line of what the model is told never to do.
    pub fn constraint(mut self, line: impl Into<String>) -> Self {
        self.rules.constraints.push(line.into());
        self
    }

    /// Accepts each tool as it is seen first, and the instructions likewise. What the server
    /// makes of them later is held until it is [accepted](McpToolCollection::accept): the
    /// tool stays listed as it was, and its calls are answered with `needs_approval` and
    /// with what differs. The order of members of a schema is no change.
    ///
    /// A tool that is removed keeps its pin, should it come back as another one. A new one
    /// that has its name here then, or one that differs from it in case, `-` and `_` alone,
    /// is held, and not listed.
    pub fn pin_first_seen(mut self) -> Self {
        self.rules.pinning = Pinning::FirstSeen;
        self
    }

    /// Accepts what was accepted before, as [`McpToolCollection::pins`] gives it, and holds
    /// everything else until it is [accepted](McpToolCollection::accept): changes as
    /// [`pin_first_seen`](Self::pin_first_seen) does, and tools that are new, which are not
    /// listed then.
    pub fn pin_to(mut self, pins: ToolPins) -> Self {
        self.rules.pinning = Pinning::To(pins);
        self
    }

    /// How long a call may take: 2 minutes unless told otherwise. The time in which a person
    /// thinks about what the server asks does not count.
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
