//! The list of tools that an agent has, brought to what the toolkit has now.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rig_agent::tool::ToolCatalog;
use rig_agent::tool::server::ToolServerHandle;
use rig_core::effect::HandlerKey;
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
    ours: HashMap<String, Ours>,
    /// The names that are the toolkit's, and taken by another tool of the agent.
    taken: HashSet<String>,
    /// Names that were ours: runs under way still have those tools.
    gone: HashSet<String>,
}

struct Ours {
    token: ManagedToolToken,
    key: Option<HandlerKey>,
}

impl Registry {
    /// A list beside the tools that are there already.
    pub(crate) fn new(handle: ToolServerHandle) -> Self {
        Self { handle, listed: Mutex::default() }
    }

    /// Brings the list to what the toolkit has now, in one step.
    pub(crate) fn refresh(&self, shared: &Arc<Shared>) {
        let mut listed = self.listed();
        let specs = shared.toolkit.specs();
        if listed.specs == specs && listed.stands(&self.handle.snapshot()) {
            return;
        }
        let tools: Vec<_> = specs.iter().filter_map(|spec| dynamic_tool(shared, spec)).collect();
        let before = std::mem::take(&mut listed.ours);
        let were: HashSet<_> = before.keys().cloned().chain(listed.gone.drain()).collect();
        let tokens = before.into_iter().map(|(name, ours)| (name, ours.token)).collect();
        let tokens = self.handle.reconcile_managed_tools(tokens, tools);
        let now = self.handle.snapshot();
        let ours = tokens.into_iter().map(|(name, token)| {
            let key = key(&now, &name);
            (name, Ours { token, key })
        });
        listed.ours = ours.collect();
        listed.gone = were.into_iter().filter(|name| !now.contains(name)).collect();
        listed.specs = specs;
        listed.tell_taken();
    }

    /// Whether a tool is the toolkit's, or was when a run under way was told of it.
    pub(crate) fn has(&self, name: &str) -> bool {
        let listed = self.listed();
        listed.ours.contains_key(name) || listed.gone.contains(name)
    }

    fn listed(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listed {
    /// Whether the agent's tools are as they were left: the host may add tools and take some
    /// away.
    fn stands(&self, now: &ToolCatalog) -> bool {
        self.ours.iter().all(|(name, ours)| key(now, name) == ours.key)
            && self.taken.iter().all(|name| now.contains(name))
    }

    /// Tells the log of tools of the toolkit that the agent does not have, once.
    fn tell_taken(&mut self) {
        let names = self.specs.iter().map(|spec| &spec.name);
        let taken: HashSet<_> =
            names.filter(|name| !self.ours.contains_key(*name)).cloned().collect();
        for name in taken.difference(&self.taken) {
            tracing::warn!(
                tool = %name,
                "the agent has another tool of that name, which stays: rename one of them"
            );
        }
        self.taken = taken;
    }
}

fn key(catalog: &ToolCatalog, name: &str) -> Option<HandlerKey> {
    catalog.key(name).map(|key| key.raw().clone())
}
