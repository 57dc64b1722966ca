//! What a server offers at one time.

use std::sync::Arc;

use super::offered::{Defined, OfferedTool};

/// How much a server may say of its tools, in bytes of JSON.
const MOST_TEXT: usize = 16 << 20;

/// What a server offers at one time.
#[derive(Debug, Default)]
pub(super) struct Offer {
    pub(super) tools: Vec<Arc<Defined>>,
    /// What the server says of itself.
    pub(super) instructions: Option<String>,
    /// What is listed and cannot be called.
    pub(super) left_out: Vec<LeftOut>,
    size: usize,
}

/// A tool that is listed and cannot be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// The name that the server knows it by.
    pub(super) remote: String,
    pub(super) why: String,
}

impl Offer {
    pub(super) fn new(instructions: Option<String>) -> Self {
        Self { instructions, ..Self::default() }
    }

    /// Takes in a tool. Whether there is room for it.
    pub(super) fn add(&mut self, tool: OfferedTool) -> bool {
        if tool.is_too_deep() {
            self.leave_out(tool.name, "its schemas are nested deeper than is read");
            return true;
        }
        let (defined, size) = Defined::sized(tool);
        self.tools.push(Arc::new(defined));
        self.size = self.size.saturating_add(size);
        self.size <= MOST_TEXT
    }

    pub(super) fn leave_out(&mut self, remote: String, why: impl Into<String>) {
        self.left_out.push(LeftOut { remote, why: why.into() });
    }

    /// How many tools are listed.
    pub(super) fn len(&self) -> usize {
        self.tools.len().saturating_add(self.left_out.len())
    }
}
