//! What is told of a toolkit's tools.

use std::sync::Arc;

use super::kit::Toolkit;
use crate::tool::ToolSpec;

impl Toolkit {
    /// What is told of the tools, in the order of [`tools`](Self::tools): as it was when
    /// they were listed last, so that none of their code runs.
    #[must_use]
    pub fn specs(&self) -> Vec<Arc<ToolSpec>> {
        self.catalogue().tools.iter().map(|listed| Arc::clone(&listed.spec)).collect()
    }

    /// What is told of the tool with a name.
    #[must_use]
    pub fn spec(&self, name: &str) -> Option<Arc<ToolSpec>> {
        self.catalogue().find(name).map(|listed| Arc::clone(&listed.spec))
    }
}
