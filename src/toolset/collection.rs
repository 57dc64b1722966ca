//! A tool set as a collection.

use std::borrow::Cow;
use std::sync::Arc;

use super::set::ToolSet;
use crate::collection::{ContextFuture, ToolCollection};
use crate::session::Session;
use crate::tool::Tool;

/// What the manifest says: its tools with their kinds and approvals, its standing
/// lines, and its context function.
impl ToolCollection for ToolSet {
    fn name(&self) -> Cow<'_, str> {
        Self::name(self).into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        Self::tools(&self)
    }

    fn instructions(&self) -> Vec<String> {
        Self::instructions(self).to_vec()
    }

    fn constraints(&self) -> Vec<String> {
        Self::constraints(self).to_vec()
    }

    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        Box::pin(async move { self.context_in(&session).await })
    }
}
