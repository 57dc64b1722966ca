//! What is different between two generations.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::source::Source;
use crate::tool::ToolSpec;

/// What is different between a generation and the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// Tools that were not there before, in the order of the manifest.
    pub added: Vec<String>,
    /// Tools that are gone, in the order of the manifest before.
    pub removed: Vec<String>,
    /// Tools that are described otherwise, or whose code is another, in the order
    /// of the manifest.
    pub changed: Vec<String>,
    /// Whether what a model is shown is different: a tool, its texts, its types or
    /// its marks, or the order of the tools.
    pub listing: bool,
    /// What callers of a tool may have relied upon, and can no longer.
    pub breaking: Vec<BreakingChange>,
}

/// Something that callers of a tool may have relied upon, and can no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreakingChange {
    /// The tool.
    pub tool: String,
    /// What it was, and what it is now.
    pub message: String,
}

/// What a generation is compared by.
pub(super) struct Compared {
    /// Its tools, in the order of the manifest.
    pub(super) specs: Vec<Arc<ToolSpec>>,
    /// Every file that was read, by its path below the root.
    pub(super) files: BTreeMap<String, Source>,
}

impl Change {
    /// What is different from the generation before; everything is added when
    /// there was none.
    pub(super) fn between(_before: Option<&Compared>, _after: &Compared) -> Self {
        Self::default()
    }
}
