//! The list of tools that an agent has, brought to what the toolkit has now.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use rig_agent::tool::server::ToolServerHandle;
use rig_core::tool::{ManagedToolSink, ManagedToolToken};
use rulebook::ToolSpec;

use crate::shared::Shared;
use crate::tools::dynamic_tool;

/// The list of tools that an agent has.
pub(crate) struct Registry {
    handle: ToolServerHandle,
    listed: Mutex<Listed>,
}

#[derive(Default)]
struct Listed {
    specs: Vec<Arc<ToolSpec>>,
    /// What shows that a tool of the list is still ours, by its name.
    tokens: HashMap<String, ManagedToolToken>,
    /// Every name that was ever ours: a call of a tool that is gone by now is ours too.
    ever: HashSet<String>,
}

impl Registry {
    /// A list beside the tools that are there already.
    pub(crate) fn new(handle: ToolServerHandle) -> Self {
        Self { handle, listed: Mutex::default() }
    }

    /// Brings the list to what the toolkit has now, in one step.
    pub(crate) fn refresh(&self, shared: &Arc<Shared>) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let specs = shared.toolkit.specs();
        if listed.specs == specs {
            return;
        }
        let tools: Vec<_> = specs.iter().filter_map(|spec| dynamic_tool(shared, spec)).collect();
        let tokens = std::mem::take(&mut listed.tokens);
        listed.tokens = self.handle.reconcile_managed_tools(tokens, tools);
        for spec in specs.iter().filter(|spec| !listed.tokens.contains_key(&spec.name)) {
            tracing::warn!(tool = %spec.name, "the agent has another tool of that name, which stays");
        }
        let ours: Vec<_> = listed.tokens.keys().cloned().collect();
        listed.ever.extend(ours);
        listed.specs = specs;
    }

    /// Whether a tool is the toolkit's, or was.
    pub(crate) fn has(&self, name: &str) -> bool {
        let listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.ever.contains(name)
    }
}
