//! The tools of one loaded manifest, and how they are called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::generation::{Generation, Linked};
use crate::budget;
use crate::diagnostic::Diagnostic;
use crate::error::{ErrorCode, ToolError};
use crate::interpreter::Interpreter;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec};

/// The tools of one loaded manifest.
///
/// Cloning is cheap, and all clones share one interpreter: their calls run one
/// after another, first come first served.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::ToolSet;
/// use serde_json::json;
///
/// let tools = ToolSet::options().root(".").load("manifests/referrals.json").await?;
/// let answer = tools
///     .call("assess_referral_readiness", json!({
///         "service_line": "cardiology",
///         "has_signed_order": true,
///         "has_insurance_authorization": true,
///         "has_clinical_summary": true,
///         "has_relevant_imaging": true,
///     }))
///     .await?;
/// assert_eq!(answer["status"], "ready");
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone)]
pub struct ToolSet(Arc<Inner>);

pub(super) struct Inner {
    pub(super) generation: Arc<Generation>,
    pub(super) interpreter: Interpreter,
    pub(super) timeout: Duration,
    pub(super) warnings: Vec<Diagnostic>,
}

impl From<Inner> for ToolSet {
    fn from(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }
}

impl ToolSet {
    /// The tools, in the order of the manifest.
    #[must_use]
    pub fn tools(&self) -> Vec<Arc<dyn Tool>> {
        self.0.generation.tools().iter().map(|tool| self.script_tool(tool)).collect()
    }

    /// The tool with a name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.0.generation.find(name).map(|tool| self.script_tool(tool))
    }

    fn script_tool(&self, tool: &Arc<Linked>) -> Arc<dyn Tool> {
        Arc::new(ScriptTool { set: self.clone(), tool: Arc::clone(tool) })
    }

    /// Calls a tool by name, with the members of a JSON object as arguments.
    ///
    /// # Errors
    /// [`ToolError`], whose code says what kind of failure it was.
    pub async fn call(&self, name: &str, arguments: Value) -> Result<Value, ToolError> {
        let Some(tool) = self.0.generation.find(name) else { return Err(self.unknown(name)) };
        self.run(tool, ToolCall::from_json(arguments)?).await
    }

    fn unknown(&self, name: &str) -> ToolError {
        let tools = self.0.generation.tools();
        let names = tools.iter().map(|tool| tool.spec.name.as_str());
        let message = match nearest(name, names) {
            Some(near) => format!("there is no tool {}; did you mean `{near}`?", quoted(name)),
            None => format!("there is no tool {}", quoted(name)),
        };
        ToolError::new(ErrorCode::UnknownTool, message)
    }

    async fn run(&self, tool: &Arc<Linked>, call: ToolCall) -> Result<Value, ToolError> {
        let inner = &self.0;
        let arguments = inner.generation.arguments(tool, call)?;
        let (generation, tool) = (Arc::clone(&inner.generation), Arc::clone(tool));
        inner.interpreter.run(inner.timeout, move || generation.run(&tool, arguments)).await
    }

    /// Runs a call on the calling thread, without queue and deadline: what a
    /// call costs beside the hop to the interpreter's thread.
    #[doc(hidden)]
    pub fn call_without_hop(&self, name: &str, call: ToolCall) -> Result<Value, ToolError> {
        let generation = &self.0.generation;
        let tool = generation.find(name).ok_or_else(|| self.unknown(name))?;
        let _budget = budget::begin(Arc::default());
        generation.run(tool, generation.arguments(tool, call)?)
    }

    /// The manifest's standing instructions, in its order.
    #[must_use]
    pub fn instructions(&self) -> &[String] {
        self.0.generation.instructions()
    }

    /// The manifest's standing constraints, in its order.
    #[must_use]
    pub fn constraints(&self) -> &[String] {
        self.0.generation.constraints()
    }

    /// What the manifest's context function says now; nothing without one.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context(&self) -> Result<Option<String>, ToolError> {
        let inner = &self.0;
        if !inner.generation.has_context() {
            return Ok(None);
        }
        let generation = Arc::clone(&inner.generation);
        inner.interpreter.run(inner.timeout, move || generation.context()).await
    }

    /// Which load of the manifest this is, from 1.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.0.generation.number()
    }

    /// One hash of every file that was read, names and contents, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> &str {
        self.0.generation.hash()
    }

    /// What is probably not meant in the manifest and its scripts.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }
}

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools = self.0.generation.tools();
        let names = tools.iter().map(|tool| tool.spec.name.as_str());
        f.debug_tuple("ToolSet").field(&names.collect::<Vec<_>>()).finish()
    }
}

/// One export as a tool.
struct ScriptTool {
    set: ToolSet,
    tool: Arc<Linked>,
}

impl Tool for ScriptTool {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.tool.spec)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move { Ok(ToolOutput::json(self.set.run(&self.tool, call).await?)) })
    }
}
