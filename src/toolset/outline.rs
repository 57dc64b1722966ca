//! What a tool set shows of itself without running anything.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::settings::SettingsPlan;
use crate::tool::ToolSpec;
use crate::ty::Ty;

/// The tools of a generation, and the texts that stand beside them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Outline {
    pub(super) number: u64,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) specs: Vec<Arc<ToolSpec>>,
    /// What each tool takes, in the same order.
    pub(super) takes: Vec<Takes>,
    pub(super) context: Option<Context>,
    by_name: HashMap<String, usize>,
}

/// What a function is given by a call of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Takes {
    /// The arguments, in the order of the parameters.
    pub(super) parameters: Vec<(Arc<str>, Ty)>,
    /// Whether there is a session's state beside them.
    pub(super) session: bool,
    /// Its settings, which are beside them too.
    pub(super) settings: Option<SettingsPlan>,
}

/// The context function.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Context {
    /// Whether it is given a session's state.
    pub(super) session: bool,
}

impl Outline {
    pub(super) fn new(
        number: u64,
        tools: (Vec<Arc<ToolSpec>>, Vec<Takes>),
        instructions: Vec<String>,
        constraints: Vec<String>,
        context: Option<Context>,
    ) -> Self {
        let (specs, takes) = tools;
        let names = specs.iter().enumerate();
        let by_name = names.map(|(index, spec)| (spec.name.clone(), index)).collect();
        Self { number, instructions, constraints, specs, takes, context, by_name }
    }

    /// The place of the tool with a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Whether a tool is given a session's state.
    pub(super) fn takes_session(&self, tool: usize) -> bool {
        self.takes.get(tool).is_some_and(|takes| takes.session)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.specs.iter().map(|spec| spec.name.as_str())
    }
}
