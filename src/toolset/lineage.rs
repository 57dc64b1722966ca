//! What a load knows of the loads before it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::script::Compiled;

/// What a load knows of the loads of the same manifest before it.
#[derive(Clone)]
pub(super) struct Lineage {
    /// The number of the generation that it comes to.
    pub(super) generation: u64,
    /// Scripts that were compiled before.
    pub(super) compiled: Arc<Compiled>,
    /// The files that the generation before had in use.
    pub(super) in_use: BTreeSet<String>,
}

impl Default for Lineage {
    /// A load that is the first.
    fn default() -> Self {
        Self { generation: 1, compiled: Arc::default(), in_use: BTreeSet::new() }
    }
}
