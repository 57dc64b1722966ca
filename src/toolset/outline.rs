//! What a tool set shows of itself without running anything.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::tool::ToolSpec;

/// The tools of a generation, and the texts that stand beside them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Outline {
    pub(super) number: u64,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) specs: Vec<Arc<ToolSpec>>,
    pub(super) has_context: bool,
    by_name: HashMap<String, usize>,
}

impl Outline {
    pub(super) fn new(
        number: u64,
        specs: Vec<Arc<ToolSpec>>,
        instructions: Vec<String>,
        constraints: Vec<String>,
        has_context: bool,
    ) -> Self {
        let names = specs.iter().enumerate();
        let by_name = names.map(|(index, spec)| (spec.name.clone(), index)).collect();
        Self { number, instructions, constraints, specs, has_context, by_name }
    }

    /// The place of the tool with a name.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.specs.iter().map(|spec| spec.name.as_str())
    }
}
