//! The tools of one loaded manifest, and how they are called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::home::Home;
use super::outline::Outline;
use crate::budget;
use crate::cancel::Cancellation;
use crate::diagnostic::Diagnostic;
use crate::dismantle::dismantle;
use crate::error::{ErrorCode, ToolError};
use crate::interpreter::Interpreter;
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec, cancelled};

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
    pub(super) outline: Arc<Outline>,
    pub(super) hash: String,
    pub(super) home: Home,
    pub(super) interpreter: Arc<Interpreter>,
    pub(super) timeout: Duration,
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
        (0..self.0.outline.specs.len()).filter_map(|tool| self.script_tool(tool)).collect()
    }

    /// The tool with a name.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<Arc<dyn Tool>> {
        self.script_tool(self.0.outline.find(name)?)
    }

    fn script_tool(&self, tool: usize) -> Option<Arc<dyn Tool>> {
        let spec = Arc::clone(self.0.outline.specs.get(tool)?);
        Some(Arc::new(ScriptTool { set: self.clone(), spec, tool }))
    }

    /// What models are told of the tools.
    #[cfg(feature = "watch")]
    pub(crate) fn specs(&self) -> &[Arc<ToolSpec>] {
        &self.0.outline.specs
    }

    /// Calls a tool by name, with the members of a JSON object as arguments.
    ///
    /// # Errors
    /// [`ToolError`], whose code says what kind of failure it was.
    pub async fn call(&self, name: &str, arguments: Value) -> Result<Value, ToolError> {
        let Some(tool) = self.0.outline.find(name) else {
            dismantle(arguments);
            return Err(self.unknown(name));
        };
        self.run(tool, ToolCall::from_json(arguments)?).await
    }

    /// What models are told of the tool with a name.
    #[cfg(feature = "watch")]
    pub(crate) fn spec(&self, name: &str) -> Option<Arc<ToolSpec>> {
        self.0.outline.specs.get(self.0.outline.find(name)?).map(Arc::clone)
    }

    /// Calls a tool by name, with a call that is made.
    #[cfg(feature = "watch")]
    pub(crate) async fn call_named(&self, name: &str, call: ToolCall) -> Result<Value, ToolError> {
        let (tool, call) = self.found(name, call)?;
        self.run(tool, call).await
    }

    /// The place of the tool with a name, for a call of it.
    fn found(&self, name: &str, call: ToolCall) -> Result<(usize, ToolCall), ToolError> {
        match self.0.outline.find(name) {
            Some(tool) => Ok((tool, call)),
            None => {
                dismantle(Value::Object(call.arguments));
                Err(self.unknown(name))
            }
        }
    }

    fn unknown(&self, name: &str) -> ToolError {
        let message = match nearest(name, self.0.outline.names()) {
            Some(near) => format!("there is no tool {}; did you mean `{near}`?", quoted(name)),
            None => format!("there is no tool {}", quoted(name)),
        };
        ToolError::new(ErrorCode::UnknownTool, message)
    }

    async fn run(&self, tool: usize, mut call: ToolCall) -> Result<Value, ToolError> {
        match call.cancellation.take() {
            None => self.run_to_end(tool, call, None).await,
            Some(wish) => {
                let run = self.run_to_end(tool, call, Some(wish.clone()));
                wish.run(run).await.unwrap_or_else(|| Err(cancelled()))
            }
        }
    }

    async fn run_to_end(
        &self,
        tool: usize,
        call: ToolCall,
        wish: Option<Cancellation>,
    ) -> Result<Value, ToolError> {
        let Inner { home, interpreter, timeout, .. } = &*self.0;
        // Its turn may come before its caller comes to hear of the wish.
        let wanted = move || match wish {
            Some(wish) if wish.is_cancelled() => Err(cancelled()),
            Some(_) | None => Ok(()),
        };
        match home {
            Home::Thread(generation, _) => {
                let arguments = generation.arguments(tool, call)?;
                let generation = Arc::clone(generation);
                let run = move || wanted().and_then(|()| generation.run(tool, arguments));
                interpreter.run(*timeout, run).await
            }
            Home::Process(remote, _) => {
                let message = remote.message(tool, call)?;
                let remote = Arc::clone(remote);
                let run = move || wanted().and_then(|()| remote.call(message));
                interpreter.run(*timeout, run).await
            }
        }
    }

    /// Runs a call on the calling thread, without queue and deadline: what a
    /// call costs beside the hop to the interpreter's thread.
    #[doc(hidden)]
    pub fn call_without_hop(&self, name: &str, call: ToolCall) -> Result<Value, ToolError> {
        let (tool, call) = self.found(name, call)?;
        let _budget = budget::begin(Arc::default());
        match &self.0.home {
            Home::Thread(generation, _) => generation.run(tool, generation.arguments(tool, call)?),
            Home::Process(remote, _) => remote.call(remote.message(tool, call)?),
        }
    }

    /// The manifest's standing instructions, in its order.
    #[must_use]
    pub fn instructions(&self) -> &[String] {
        &self.0.outline.instructions
    }

    /// The manifest's standing constraints, in its order.
    #[must_use]
    pub fn constraints(&self) -> &[String] {
        &self.0.outline.constraints
    }

    /// What the manifest's context function says now; nothing without one.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context(&self) -> Result<Option<String>, ToolError> {
        let Inner { outline, home, interpreter, timeout, .. } = &*self.0;
        match home {
            _ if !outline.has_context => Ok(None),
            Home::Thread(generation, _) => {
                let generation = Arc::clone(generation);
                interpreter.run(*timeout, move || generation.context()).await
            }
            Home::Process(remote, _) => {
                let remote = Arc::clone(remote);
                interpreter.run(*timeout, move || remote.context()).await
            }
        }
    }

    /// Which load of the manifest this is, from 1.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.0.outline.number
    }

    /// One hash of every file that was read, names and contents, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.0.hash
    }

    /// What is probably not meant in the scripts. It is looked for when it is
    /// first asked for, so that loading takes no longer for those who do not ask.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        self.0.home.warnings(&self.0.interpreter)
    }
}

impl fmt::Debug for ToolSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolSet").field(&self.0.outline.names().collect::<Vec<_>>()).finish()
    }
}

/// One export as a tool.
struct ScriptTool {
    set: ToolSet,
    spec: Arc<ToolSpec>,
    tool: usize,
}

impl Tool for ScriptTool {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::clone(&self.spec)
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        Box::pin(async move { Ok(ToolOutput::json(self.set.run(self.tool, call).await?)) })
    }
}
