//! A live tool set as a collection.

use std::borrow::Cow;
use std::sync::Arc;

use super::live::LiveToolSet;
use crate::collection::{ChangeNotice, ContextFuture, ToolCollection};
use crate::session::Session;
use crate::tool::Tool;
use crate::toolset::ToolSet;

/// What the manifest says that serves now; nothing while none does.
impl ToolCollection for LiveToolSet {
    fn name(&self) -> Cow<'_, str> {
        Self::name(self).into()
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        Self::tools(&self)
    }

    fn instructions(&self) -> Vec<String> {
        lines(self, ToolSet::instructions)
    }

    fn constraints(&self) -> Vec<String> {
        lines(self, ToolSet::constraints)
    }

    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        Box::pin(async move { self.context_in(&session).await })
    }

    fn changes(&self) -> Option<ChangeNotice> {
        Some(self.swaps())
    }
}

fn lines(live: &LiveToolSet, of: fn(&ToolSet) -> &[String]) -> Vec<String> {
    live.current().map(|set| of(&set).to_vec()).unwrap_or_default()
}
