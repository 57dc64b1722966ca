//! Methods of a Rust type as tools.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::definition::{Checked, Definition};
use super::run::run;
use crate::error::ToolError;
use crate::session::Session;
use crate::settings::SettingsRecord;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolSpec};

/// A method that takes its arguments out by name.
pub type Method<T> = for<'a> fn(&'a T, Arguments, &'a Session) -> ToolFuture<'a>;

/// A method of a Rust type as a tool.
pub struct MethodTool<T> {
    owner: Arc<T>,
    collection: Arc<str>,
    checked: Checked,
    run: Method<T>,
}

impl<T: Send + Sync> MethodTool<T> {
    /// A method of `owner`, which keeps its state under the name of a collection.
    pub fn new(owner: Arc<T>, collection: &str, definition: Definition, run: Method<T>) -> Self {
        Self { owner, collection: collection.into(), checked: definition.build(), run }
    }
}

impl<T: Send + Sync> Tool for MethodTool<T> {
    fn spec(&self) -> Arc<ToolSpec> {
        self.checked.spec()
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.checked.normalize(arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.checked.settings()
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            let record = call.claim_record();
            let arguments = self.checked.normalize(call.arguments)?;
            let arguments = Arguments::new(arguments, call.settings, call.caller);
            let session = call.session.unwrap_or_default().for_collection(&self.collection);
            run(|| (self.run)(&self.owner, arguments, &session), call.cancellation, record).await
        })
    }
}
