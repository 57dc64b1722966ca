//! A server of a toolkit.

use std::fmt;
use std::sync::Arc;

use rulebook::Toolkit;

use crate::served::Served;

/// A server of a toolkit, for any number of clients. Clones are one and the same.
#[derive(Clone)]
pub struct McpServer(pub(crate) Arc<Served>);

impl McpServer {
    /// A server of a toolkit, without options.
    #[must_use]
    pub fn new(toolkit: Toolkit) -> Self {
        Self::builder(toolkit).build()
    }

    /// What it serves.
    #[must_use]
    pub fn toolkit(&self) -> &Toolkit {
        &self.0.toolkit
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpServer").field(&self.0.toolkit).finish()
    }
}
