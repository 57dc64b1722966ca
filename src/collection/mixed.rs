//! A collection put together from tools of any origin.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::future::ready;
use std::sync::Arc;

use super::adapted::{Adapted, Marks};
use super::contract::{ContextFuture, ToolCollection};
use super::notice::ChangeNotice;
use crate::session::Session;
use crate::tool::Tool;

/// What gives a collection its live context.
pub(super) type ContextFn = dyn Fn(Session) -> ContextFuture + Send + Sync;

/// What a collection is made of, in order.
#[derive(Clone)]
pub(super) enum Part {
    Tool(Arc<dyn Tool>),
    Collection(Arc<dyn ToolCollection>),
}

/// Tools of any origin in one collection, with standing text, marks and context.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use std::sync::Arc;
///
/// use rulebook::{Collection, FnTool, ToolKind, ToolOutput, ToolSet, ToolSpec};
///
/// let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
/// let today = ToolSpec::new("today", "Says what day it is.");
/// let today = FnTool::new(today, |_call| async { Ok(ToolOutput::json("Monday".into())) });
/// let desk = Collection::builder("desk")
///     .collection(rules)
///     .tool(Arc::new(today))
///     .kind("today", ToolKind::Read)
///     .requires_approval("calculate_refund_amount")
///     .instruction("Ask for the day before you count any.")
///     .context(|_session| async { Ok(Some("The desk closes at 18:00.".to_owned())) })
///     .build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct Collection {
    pub(super) name: Arc<str>,
    pub(super) parts: Vec<Part>,
    pub(super) marks: HashMap<String, Marks>,
    pub(super) instructions: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) context: Option<Arc<ContextFn>>,
}

impl Collection {
    /// The tools with their marks.
    pub(super) fn marked(&self) -> Vec<Arc<dyn Tool>> {
        let tools = self.parts.iter().flat_map(|part| match part {
            Part::Tool(tool) => vec![self.mark(tool, &self.name)],
            Part::Collection(part) => {
                let name = Arc::from(&*part.name());
                let tools = Arc::clone(part).tools().into_iter();
                tools.map(|tool| self.mark(&tool, &name)).collect()
            }
        });
        tools.collect()
    }

    /// A tool with its marks, which sees the state of a collection unless it is of
    /// another one itself.
    fn mark(&self, tool: &Arc<dyn Tool>, collection: &Arc<str>) -> Arc<dyn Tool> {
        let marks = self.marks.get(&tool.spec().name).cloned().unwrap_or_default();
        let collection = Some(Arc::clone(collection));
        Arc::new(Adapted::new(Arc::clone(tool), Marks { collection, ..marks }))
    }

    /// A part that changes may give a tool another name, which nobody has marked.
    fn warn_of_lost_marks(&self, tools: &[Arc<dyn Tool>]) {
        let names: HashSet<_> = tools.iter().map(|tool| tool.spec().name.clone()).collect();
        for tool in self.marks.keys().filter(|name| !names.contains(*name)) {
            tracing::warn!(
                collection = &*self.name,
                tool,
                "a tool that has a kind or needs approval here is gone: if it has another name \
                 now, that one has neither"
            );
        }
    }

    /// The lines of its parts, then its own.
    fn lines(&self, of: fn(&dyn ToolCollection) -> Vec<String>, own: &[String]) -> Vec<String> {
        let parts = self.collections().flat_map(|part| of(&**part));
        parts.chain(own.iter().cloned()).collect()
    }

    fn collections(&self) -> impl Iterator<Item = &Arc<dyn ToolCollection>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Tool(_) => None,
            Part::Collection(part) => Some(part),
        })
    }
}

impl ToolCollection for Collection {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.name)
    }

    fn tools(self: Arc<Self>) -> Vec<Arc<dyn Tool>> {
        let tools = self.marked();
        self.warn_of_lost_marks(&tools);
        tools
    }

    fn instructions(&self) -> Vec<String> {
        self.lines(|part| part.instructions(), &self.instructions)
    }

    fn constraints(&self) -> Vec<String> {
        self.lines(|part| part.constraints(), &self.constraints)
    }

    fn context(self: Arc<Self>, session: Session) -> ContextFuture {
        match &self.context {
            Some(context) => context(session.for_collection(&self.name)),
            None => Box::pin(ready(Ok(None))),
        }
    }

    fn parts(&self) -> Vec<Arc<dyn ToolCollection>> {
        self.collections().map(Arc::clone).collect()
    }

    fn changes(&self) -> Option<ChangeNotice> {
        let notices: Vec<_> = self.collections().filter_map(|part| part.changes()).collect();
        (!notices.is_empty()).then(|| ChangeNotice::join(notices))
    }
}

impl fmt::Debug for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Collection").field(&self.name).field(&self.marked()).finish()
    }
}
