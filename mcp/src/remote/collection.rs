//! The tools of an MCP server, as a collection.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use rulebook::{ChangeNotice, Tool, ToolCollection};
use tokio_util::sync::DropGuard;

use super::builder::McpToolCollectionBuilder;
use super::endpoint::McpEndpoint;
use super::keeper::Kept;
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

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.0.kept.book.changes.notice())
    }
}

impl fmt::Debug for McpToolCollection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpToolCollection").field(&self.0.kept.rules.name).finish()
    }
}
