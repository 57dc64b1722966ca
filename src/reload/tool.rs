//! A tool that follows the generations of its tool set by its name.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::handle::{self, Handle};
use crate::dismantle::dismantle;
use crate::error::ToolError;
use crate::settings::SettingsRecord;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec};
use crate::toolset::ToolSet;

/// A tool that follows the generations of its tool set by its name.
pub(super) struct LiveTool {
    set: Arc<Handle>,
    /// What it was when it was handed out: its name, and what is told of it when it
    /// is gone.
    first: Arc<ToolSpec>,
}

impl LiveTool {
    pub(super) fn new(set: Arc<Handle>, first: Arc<ToolSpec>) -> Self {
        Self { set, first }
    }
}

impl Tool for LiveTool {
    fn spec(&self) -> Arc<ToolSpec> {
        let current = self.set.current().and_then(|set| set.spec(&self.first.name));
        current.unwrap_or_else(|| Arc::clone(&self.first))
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            // It never begins while nothing serves.
            call.claim_record();
            Ok(ToolOutput::json(self.set.call(&self.first.name, call).await?))
        })
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        match self.set.current() {
            Some(set) => set.normalize_named(&self.first.name, arguments),
            None => {
                dismantle(Value::Object(arguments));
                Err(handle::unavailable())
            }
        }
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.set.current()?.settings_named(&self.first.name)
    }

    fn revision(&self) -> Option<String> {
        Some(self.set.current()?.hash().to_owned())
    }

    /// The tool of the generation that serves now, or what says that it has none: a
    /// later one may have it again, as another tool.
    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        let set = self.set.current()?;
        let tool = set.tool(&self.first.name);
        Some(tool.unwrap_or_else(|| Arc::new(Gone { set, first: Arc::clone(&self.first) })))
    }
}

/// A tool that a generation does not have.
struct Gone {
    set: ToolSet,
    first: Arc<ToolSpec>,
}

impl Tool for Gone {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.first)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            // It never begins.
            call.claim_record();
            Ok(ToolOutput::json(self.set.call_named(&self.first.name, call).await?))
        })
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.set.normalize_named(&self.first.name, arguments)
    }
}
