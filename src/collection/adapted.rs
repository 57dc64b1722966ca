//! A tool with marks that its collection gives it.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::error::ToolError;
use crate::settings::SettingsRecord;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolKind, ToolSpec};

/// What a collection says of a tool beside what the tool says itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) kind: Option<ToolKind>,
    pub(super) requires_approval: bool,
    /// The collection whose state the tool sees; its own choice, without.
    pub(super) collection: Option<Arc<str>>,
}

/// A tool with marks that its collection gives it.
pub(super) struct Adapted {
    tool: Arc<dyn Tool>,
    marks: Marks,
    /// The last spec of the tool, and what was made of it: a tool that follows
    /// something has another one day.
    last: Mutex<Option<(Arc<ToolSpec>, Arc<ToolSpec>)>>,
}

impl Adapted {
    pub(super) fn new(tool: Arc<dyn Tool>, marks: Marks) -> Self {
        Self { tool, marks, last: Mutex::default() }
    }

    fn marked(&self, spec: &ToolSpec) -> ToolSpec {
        let mut marked = spec.clone();
        marked.kind = self.marks.kind.or(marked.kind);
        marked.requires_approval |= self.marks.requires_approval;
        marked
    }
}

impl Tool for Adapted {
    fn spec(&self) -> Arc<ToolSpec> {
        let spec = self.tool.spec();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some((of, marked)) if Arc::ptr_eq(of, &spec) => Arc::clone(marked),
            Some(_) | None => {
                let marked = Arc::new(self.marked(&spec));
                *last = Some((spec, Arc::clone(&marked)));
                marked
            }
        }
    }

    fn call(&self, mut call: ToolCall) -> ToolFuture<'_> {
        if let (Some(collection), Some(session)) = (&self.marks.collection, &call.session) {
            call.session = Some(session.for_collection(collection));
        }
        self.tool.call(call)
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.tool.normalize(arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.tool.settings()
    }

    fn revision(&self) -> Option<String> {
        self.tool.revision()
    }

    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        let tool = self.tool.pinned()?;
        Some(Arc::new(Self::new(tool, self.marks.clone())))
    }
}
