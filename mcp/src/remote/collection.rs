//! The tools of an MCP server, as a collection.

use std::borrow::Cow;
use std::fmt;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use rulebook::{ChangeNotice, ContextFuture, Session, Tool, ToolCollection};
use tokio_util::sync::DropGuard;

use super::builder::McpToolCollectionBuilder;
use super::connection::context;
use super::connection::entered::Entered;
use super::connection::keeper::{GRACE, Kept};
use super::connection::status::{ServerStatus, StatusChanges};
use super::endpoint::McpEndpoint;
use super::error::ConnectError;
use super::tool::RemoteTool;

/// The tools of an MCP server, as a collection like any other.
///
/// Clones are one and the same. The connection is kept as long as any of them, or any of
/// its tools, is there.
///
/// ```no_run
/// # async fn sample() -> Result<(), Box<dyn std::error::Error>> {
/// use rulebook::Toolkit;
/// use rulebook_mcp::{McpToolCollection, ServerCommand};
///
/// let server = ServerCommand::new("mcp-server-files").arg("/srv/files");
/// let files = McpToolCollection::builder("files", server)
///     .requires_approval("write_file")
///     .connect()
///     .await?;
/// let toolkit = Toolkit::builder().collection(files).build()?;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct McpToolCollection(pub(super) Arc<Handle>);

/// What keeps a server for as long as someone has it.
pub(super) struct Handle {
    pub(super) kept: Arc<Kept>,
    pub(super) _stop: DropGuard,
}

impl McpToolCollection {
    /// Begins a collection of a server's tools.
    pub fn builder(
        name: impl Into<String>,
        endpoint: impl Into<McpEndpoint>,
    ) -> McpToolCollectionBuilder {
        McpToolCollectionBuilder::new(name.into(), endpoint.into())
    }

    /// Reads the list of tools again. A server tells of changes by itself, and then nobody need
    /// call this; but over a client of the host the host hears of them, and calls this.
    ///
    /// # Errors
    /// [`ConnectError`] when the server is not there or gives no list: the tools stay as they
    /// were. Tools that cannot be taken are left out, as [`left_out`](Self::left_out) says.
    pub async fn refresh(&self) -> Result<(), ConnectError> {
        self.0.kept.refresh().await
    }

    /// Closes the connection for good: calls are `unavailable` from now on. A server that is a
    /// child process has a second to end by itself, and another one when it is told to; when
    /// this returns, it has ended, and all that it started.
    ///
    /// A client of the host stays open.
    pub async fn close(&self) {
        self.close_within(GRACE).await;
    }

    /// The same with another time in place of the second.
    pub async fn close_within(&self, grace: Duration) {
        self.0.kept.close(grace).await;
    }

    /// How it stands with the server. A call that is `unavailable` may end a moment before this
    /// says that the server is lost; [`status_changes`](Self::status_changes), asked for before
    /// the call, tells when it does.
    #[must_use]
    pub fn status(&self) -> ServerStatus {
        self.0.kept.status()
    }

    /// What tells when it stands otherwise with the server, from now on.
    #[must_use]
    pub fn status_changes(&self) -> StatusChanges {
        StatusChanges(self.0.kept.status.subscribe())
    }
}

impl ToolCollection for McpToolCollection {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0.kept.rules.name)
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        let catalogue = self.0.kept.book.catalogue();
        let tools = catalogue.tools.iter().map(|entry| {
            let tool = RemoteTool { handle: Arc::clone(&self.0), entry: Arc::clone(entry) };
            Arc::new(tool) as Arc<dyn Tool>
        });
        tools.collect()
    }

    fn instructions(&self) -> Vec<String> {
        let Kept { book, rules, .. } = &*self.0.kept;
        let said = book.catalogue().instructions.clone();
        said.into_iter().chain(rules.instructions.iter().cloned()).collect()
    }

    fn constraints(&self) -> Vec<String> {
        self.0.kept.rules.constraints.clone()
    }

    fn context(self: Arc<Self>, _: Session) -> ContextFuture {
        match &self.0.kept.rules.context {
            Some(_) => {
                let runtime = self.0.kept.runtime.clone();
                Box::pin(Entered::new(&runtime, async move { context::read(&self.0.kept).await }))
            }
            None => Box::pin(ready(Ok(None))),
        }
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.0.kept.book.changes.notice())
    }
}

impl fmt::Debug for McpToolCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpToolCollection").field(&self.0.kept.rules.name).finish()
    }
}
