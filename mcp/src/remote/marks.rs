//! Kinds and approvals of a server's tools: its hints, and what the host says.

use std::collections::{HashMap, HashSet};

use rulebook::{ToolKind, ToolSpec};

use super::offered::OfferedTool;

/// What the host says of tools, by the names that they have here.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) kinds: HashMap<String, Option<ToolKind>>,
    pub(super) approvals: HashSet<String>,
    pub(super) approve_destructive: bool,
    pub(super) approve_all: bool,
}

impl Marks {
    /// Marks a tool. A hint can add approval, and none takes it away.
    pub(super) fn mark(&self, spec: &mut ToolSpec, offered: &OfferedTool) {
        let read_only = offered.read_only == Some(true);
        spec.kind = match self.kinds.get(&spec.name) {
            Some(kind) => *kind,
            None => read_only.then_some(ToolKind::Read),
        };
        let harmless = read_only || offered.destructive == Some(false);
        spec.requires_approval = self.approvals.contains(&spec.name)
            || self.approve_all
            || (self.approve_destructive && !harmless);
    }
}
