//! What a tool is: a spec, and an async call.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::call::ToolCall;
use super::output::ToolOutput;
use super::spec::ToolSpec;
use crate::error::ToolError;
use crate::settings::SettingsRecord;

/// The future of a call. Dropping it gives the call up.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send + 'a>>;

/// Something an agent can call: JSON in, JSON out.
///
/// A script's export, a Rust closure and a remote server's tool are all
/// `Arc<dyn Tool>`, so they sit in one `Vec`.
pub trait Tool: Send + Sync {
    /// What a model is told about it.
    fn spec(&self) -> Arc<ToolSpec>;

    /// Runs it. The future does nothing until it is polled.
    fn call(&self, call: ToolCall) -> ToolFuture<'_>;

    /// Holds arguments to the schema without running anything: as they are taken by
    /// [`call`](Self::call), which is what someone approves. As they are, unless a
    /// tool knows better.
    ///
    /// # Errors
    /// `invalid_arguments`, as `call` would give.
    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        Ok(arguments)
    }

    /// The settings that it takes, which the model never sees; none unless it says so.
    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        None
    }

    /// What tells the code behind it from any other, where that can change while
    /// its spec stays the same: an approval holds for one revision.
    fn revision(&self) -> Option<String> {
        None
    }

    /// The tool as it is now, where it follows something that changes.
    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        None
    }
}

impl<T: Tool + ?Sized> Tool for Arc<T> {
    fn spec(&self) -> Arc<ToolSpec> {
        (**self).spec()
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        (**self).call(call)
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        (**self).normalize(arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        (**self).settings()
    }

    fn revision(&self) -> Option<String> {
        (**self).revision()
    }

    fn pinned(&self) -> Option<Arc<dyn Tool>> {
        (**self).pinned()
    }
}

impl fmt::Debug for dyn Tool + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tool").field(&self.spec().name).finish()
    }
}
