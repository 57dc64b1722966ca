//! The tools of one loaded manifest, and how they are called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::home::Home;
use super::kept::Line;
use super::outline::Outline;
use super::parameters::Parameters;
use crate::clock::Clock;
use crate::diagnostic::Diagnostic;
use crate::dismantle::dismantle;
use crate::error::ToolError;
use crate::interpreter::Interpreter;
use crate::settings::SettingsRecord;
use crate::tool::{Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec, unknown_tool};

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
pub struct ToolSet(pub(super) Arc<Inner>);

pub(super) struct Inner {
    /// What its scripts keep for a session is kept by this.
    pub(super) name: Arc<str>,
    pub(super) outline: Arc<Outline>,
    pub(super) parameters: Arc<Parameters>,
    pub(super) hash: String,
    pub(super) home: Home,
    pub(super) interpreter: Arc<Interpreter>,
    pub(super) clock: Clock,
    pub(super) timeout: Duration,
    pub(super) line: Line,
}

impl From<Inner> for ToolSet {
    fn from(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }
}

impl ToolSet {
    /// Its name, by which sessions keep the state of its scripts:
    /// [`LoadOptions::name`](crate::LoadOptions::name).
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

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
    pub(super) fn found(&self, name: &str, call: ToolCall) -> Result<(usize, ToolCall), ToolError> {
        match self.0.outline.find(name) {
            Some(tool) => Ok((tool, call)),
            None => {
                dismantle(Value::Object(call.arguments));
                Err(self.unknown(name))
            }
        }
    }

    fn unknown(&self, name: &str) -> ToolError {
        unknown_tool(name, self.0.outline.names())
    }

    /// Holds the arguments of the tool with a name to its declared types.
    #[cfg(feature = "watch")]
    pub(crate) fn normalize_named(
        &self,
        name: &str,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        let (tool, call) = self.found(name, ToolCall::new(arguments))?;
        self.normalize(tool, call.arguments)
    }

    /// Holds arguments to the declared types, and gives them as they will run.
    fn normalize(
        &self,
        tool: usize,
        arguments: Map<String, Value>,
    ) -> Result<Map<String, Value>, ToolError> {
        self.0.parameters.normalize(tool, arguments)
    }

    fn settings(&self, tool: usize) -> Option<Arc<SettingsRecord>> {
        self.0.parameters.record(tool).map(Arc::clone)
    }

    /// The settings of the tool with a name, if it takes any.
    #[cfg(feature = "watch")]
    pub(crate) fn settings_named(&self, name: &str) -> Option<Arc<SettingsRecord>> {
        self.settings(self.0.outline.find(name)?)
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

    fn normalize(&self, arguments: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        self.set.normalize(self.tool, arguments)
    }

    fn settings(&self) -> Option<Arc<SettingsRecord>> {
        self.set.settings(self.tool)
    }

    fn revision(&self) -> Option<String> {
        Some(self.set.hash().to_owned())
    }
}
