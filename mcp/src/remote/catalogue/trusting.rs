//! What a host does about trust: pins, what is held, and accepting it.

use super::pins::{HeldInstructions, HeldTool, ToolPins};
use crate::remote::collection::McpToolCollection;
use crate::remote::error::AcceptError;

impl McpToolCollection {
    /// What is accepted of the server, to be kept for the next start. Without pinning it is
    /// what is there now.
    #[must_use]
    pub fn pins(&self) -> ToolPins {
        self.0.kept.book.pins()
    }

    /// The tools that are held, since they are not what was accepted.
    #[must_use]
    pub fn held(&self) -> Vec<HeldTool> {
        let catalogue = self.0.kept.book.catalogue();
        catalogue.held.iter().map(|held| held.tool.clone()).collect()
    }

    /// The instructions of the server that are held, if they are.
    #[must_use]
    pub fn held_instructions(&self) -> Option<HeldInstructions> {
        self.0.kept.book.catalogue().held_instructions.clone()
    }

    /// Accepts a tool as it was shown: it is listed like that from now on, and its calls
    /// run. Keep the [`pins`](Self::pins) afterwards.
    ///
    /// ```no_run
    /// # async fn sample(pins: rulebook_mcp::ToolPins) -> Result<(), Box<dyn std::error::Error>> {
    /// # fn is_fine(shown: &str) -> bool { true }
    /// use rulebook_mcp::{McpToolCollection, ServerCommand};
    ///
    /// let files = McpToolCollection::builder("files", ServerCommand::new("mcp-server-files"))
    ///     .pin_to(pins)
    ///     .connect()
    ///     .await?;
    /// for tool in files.held() {
    ///     if is_fine(&tool.to_string()) {
    ///         files.accept(&tool)?;
    ///     }
    /// }
    /// let pins = serde_json::to_string_pretty(&files.pins())?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`AcceptError`] when the server has changed it again, it is not held, or it cannot be
    /// listed by the name that was chosen for it. Nothing is accepted then.
    pub fn accept(&self, tool: &HeldTool) -> Result<(), AcceptError> {
        self.0.kept.book.accept(&self.0.kept.rules, tool)
    }

    /// Accepts the instructions as they were shown.
    ///
    /// # Errors
    /// [`AcceptError`] when the server says something else by now.
    pub fn accept_instructions(&self, held: &HeldInstructions) -> Result<(), AcceptError> {
        self.0.kept.book.accept_instructions(&self.0.kept.rules, held)
    }

    /// Accepts all that is held at this moment, whatever it is: tools and instructions.
    ///
    /// # Errors
    /// [`AcceptError`] when a tool cannot be listed by the name that was chosen for it.
    /// Nothing is accepted then.
    pub fn accept_all(&self) -> Result<(), AcceptError> {
        self.0.kept.book.accept_all(&self.0.kept.rules)
    }

    /// What the server offers and is not here, a sentence each: tools that cannot be called,
    /// and those that came later and cannot have the name that was chosen for them.
    #[must_use]
    pub fn left_out(&self) -> Vec<String> {
        self.0.kept.book.catalogue().left_out.clone()
    }
}
