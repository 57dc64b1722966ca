//! Pins: what a host has accepted of a server, and what is held since it is another now.

mod difference;
mod held;
mod json;
mod message;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::offered::Defined;

pub use difference::Difference;
pub use held::{HeldInstructions, HeldTool};
pub(super) use message::message;

/// What a host has accepted of a server: the definition of each tool by the server's own
/// name, with its hash, and the server's instructions.
///
/// It is data: keep it as JSON where the server cannot write, and give it to
/// [`pin_to`](crate::McpToolCollectionBuilder::pin_to) at the next start. Only what agrees
/// with its hash is read.
///
/// ```
/// use rulebook_mcp::ToolPins;
///
/// let none = ToolPins::default();
/// let kept = serde_json::to_string(&none).unwrap();
/// assert_eq!(kept, r#"{"version":1,"instructions":null,"tools":{}}"#);
/// assert_eq!(serde_json::from_str::<ToolPins>(&kept).unwrap(), none);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolPins {
    pub(super) instructions: Option<String>,
    pub(super) tools: BTreeMap<String, Arc<Defined>>,
}

impl ToolPins {
    /// The server's own names of the tools that are pinned.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }

    /// The hash of a tool, by the server's own name: SHA-256, in hexadecimal.
    #[must_use]
    pub fn hash(&self, tool: &str) -> Option<&str> {
        self.tools.get(tool).map(|pin| pin.hash.as_str())
    }

    /// What the server says of itself, where it says anything.
    #[must_use]
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    pub(super) fn pin(&mut self, tool: &Arc<Defined>) {
        self.tools.insert(tool.tool.name.clone(), Arc::clone(tool));
    }
}
