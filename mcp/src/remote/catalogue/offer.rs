//! What a server offers at one time.

use std::sync::Arc;

use rulebook::wording::quoted;

use super::offered::{Defined, OfferedTool};

/// How much a server may say of its tools, in bytes of JSON.
const MOST_TEXT: usize = 16 << 20;

/// What a server offers at one time.
#[derive(Debug, Default)]
pub(in crate::remote) struct Offer {
    pub(in crate::remote) tools: Vec<Arc<Defined>>,
    /// What the server says of itself.
    pub(in crate::remote) instructions: Option<String>,
    /// What is listed and cannot be called.
    pub(in crate::remote) left_out: Vec<LeftOut>,
    size: usize,
}

/// A tool that is listed and cannot be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::remote) struct LeftOut {
    /// The name that the server knows it by, where it has one.
    pub(in crate::remote) remote: Option<String>,
    /// What it is, for people.
    pub(in crate::remote) what: String,
    pub(in crate::remote) why: String,
}

impl Offer {
    pub(in crate::remote) fn new(instructions: Option<String>) -> Self {
        Self { instructions, ..Self::default() }
    }

    /// Takes in a tool. Whether there is room for it.
    pub(in crate::remote) fn add(&mut self, tool: OfferedTool) -> bool {
        if tool.is_too_deep() {
            self.leave_out(&tool.name, "its schemas are nested deeper than is read");
            return true;
        }
        let (defined, size) = Defined::sized(tool);
        self.tools.push(Arc::new(defined));
        self.size = self.size.saturating_add(size);
        self.size <= MOST_TEXT
    }

    pub(in crate::remote) fn leave_out(&mut self, remote: &str, why: impl Into<String>) {
        let what = format!("the server's {}", quoted(remote));
        self.left_out.push(LeftOut { remote: Some(remote.to_owned()), what, why: why.into() });
    }

    /// Leaves out what has no name.
    pub(in crate::remote) fn leave_out_number(&mut self, number: usize, why: &str) {
        let what = format!("number {number} of a page of the server's list");
        self.left_out.push(LeftOut { remote: None, what, why: why.to_owned() });
    }

    /// How many tools are listed.
    pub(in crate::remote) fn len(&self) -> usize {
        self.tools.len().saturating_add(self.left_out.len())
    }
}
