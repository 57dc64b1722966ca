//! Kinds and approvals of a server's tools: its hints, and what the host says.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::wording::{nearest, quoted, tool_name_likeness};
use rulebook::{ToolKind, ToolSpec};

use super::offered::OfferedTool;

/// What the host says of tools, by the names that they have here.
#[derive(Default)]
pub(in crate::remote) struct Marks {
    pub(in crate::remote) kinds: BTreeMap<String, Option<ToolKind>>,
    pub(in crate::remote) approvals: BTreeSet<String>,
    pub(in crate::remote) approve_destructive: bool,
    pub(in crate::remote) approve_all: bool,
}

impl Marks {
    /// Marks a tool. A hint can add approval, and none takes it away that the host asks
    /// for by name.
    pub(in crate::remote) fn mark(&self, spec: &mut ToolSpec, offered: &OfferedTool) {
        let said = self.kinds.get(&spec.name);
        let read_only = offered.read_only == Some(true);
        spec.kind = match said {
            Some(kind) => *kind,
            None => read_only.then_some(ToolKind::Read),
        };
        let harmless = offered.destructive == Some(false)
            || match said {
                // The host knows better than a hint, either way.
                Some(kind) => matches!(kind, Some(ToolKind::Read | ToolKind::State)),
                None => read_only,
            };
        spec.requires_approval = self.asks_for(&spec.name)
            || self.approve_all
            || (self.approve_destructive && !harmless);
    }

    /// Whether the host asks for approval of a tool by its name. No server gets out of it
    /// by a name that a model would take for the same.
    fn asks_for(&self, tool: &str) -> bool {
        let likeness = tool_name_likeness(tool);
        self.approvals.iter().any(|name| tool_name_likeness(name) == likeness)
    }

    /// Whether the host says something of a tool by its name.
    pub(in crate::remote) fn names(&self, tool: &str) -> bool {
        self.kinds.contains_key(tool) || self.approvals.contains(tool)
    }

    /// A sentence for each name that no tool has. The tools are given by their names here
    /// and by the server's own. Those that the host has dropped are no mistake, since their
    /// marks are not missed.
    pub(in crate::remote) fn unknown(
        &self,
        tools: &[(String, String)],
        dropped: &[String],
    ) -> Vec<String> {
        let kinds = self.kinds.keys().map(|name| ("with_kind", name));
        let approvals = self.approvals.iter().map(|name| ("requires_approval", name));
        let unknown = kinds.chain(approvals).filter(|(_, name)| {
            let mut known = tools.iter();
            !known.any(|(here, _)| here == *name) && !dropped.contains(name)
        });
        unknown.map(|(what, name)| sentence(what, name, tools)).collect()
    }
}

fn sentence(what: &str, name: &str, tools: &[(String, String)]) -> String {
    const MOST: usize = 10;
    let fault = format!("`{what}` names {}, and", quoted(name));
    if let Some((here, _)) = tools.iter().find(|(_, remote)| remote == name) {
        return format!("{fault} that tool of the server is named {} here", quoted(here));
    }
    let names = || tools.iter().map(|(here, _)| here.as_str());
    if let Some(near) = nearest(name, names()) {
        return format!("{fault} there is no such tool; did you mean {}?", quoted(near));
    }
    if tools.is_empty() {
        return format!("{fault} there is no such tool; there are none");
    }
    let first: Vec<_> = names().take(MOST).map(quoted).collect();
    let more = match tools.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{fault} there is no such tool; the tools are {}{more}", first.join(", "))
}
