//! Methods of a Rust type as tools.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::definition::Definition;
use crate::error::ToolError;
use crate::session::Session;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolSpec, cancelled};

/// A method that takes its arguments out by name.
pub type Method<T> = for<'a> fn(&'a T, Arguments, &'a Session) -> ToolFuture<'a>;

/// A method of a Rust type as a tool.
pub struct MethodTool<T> {
    owner: Arc<T>,
    collection: Arc<str>,
    definition: Definition,
    spec: Arc<ToolSpec>,
    run: Method<T>,
}

impl<T: Send + Sync> MethodTool<T> {
    /// A method of `owner`, which keeps its state under the name of a collection.
    pub fn new(owner: Arc<T>, collection: &str, definition: Definition, run: Method<T>) -> Self {
        let spec = definition.spec();
        Self { owner, collection: collection.into(), definition, spec, run }
    }
}

impl<T: Send + Sync> Tool for MethodTool<T> {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.spec)
    }

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.definition.normalize(arguments)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move {
            let arguments = Arguments::new(self.definition.normalize(call.arguments)?);
            let session = call.session.unwrap_or_default().for_collection(&self.collection);
            let run = (self.run)(&self.owner, arguments, &session);
            match call.cancellation {
                None => run.await,
                Some(wish) => wish.run(run).await.unwrap_or_else(|| Err(cancelled())),
            }
        })
    }
}
