//! The tool contract: what an agent can call, wherever it comes from.
//!
//! No type of the script engine or of an agent library appears here.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cancel::Cancellation;
use crate::dismantle::dismantle;
use crate::error::kind_of;
pub use crate::error::{ErrorCode, Frame, Problem, ToolError};
use crate::nearest::nearest;
use crate::quote::quoted;
use crate::session::Session;
use crate::settings::{ResolvedSettings, SettingsRecord, ToolSettings, read_settings};

/// What calling a tool can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ToolKind {
    /// Changes nothing.
    Read,
    /// Changes only the agent's own state.
    State,
    /// Changes data that outlives the run.
    Edit,
    /// Runs a command or code.
    Execute,
}

impl ToolKind {
    /// The name as a manifest writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::State => "state",
            Self::Edit => "edit",
            Self::Execute => "execute",
        }
    }
}

impl fmt::Display for ToolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Where a script tool comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolSource {
    /// The manifest, as a path below the root.
    pub manifest: String,
    /// The script, as a path below the root.
    pub script: String,
    /// The function in the script.
    pub function: String,
    /// Which load of the tool set it belongs to, counted from 1.
    pub generation: u64,
}

/// What a model is told about a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolSpec {
    /// The name a model calls it by.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// What calling it can change; nothing claimed when absent.
    pub kind: Option<ToolKind>,
    /// Whether someone has to approve each call.
    pub requires_approval: bool,
    /// The JSON Schema of the arguments: a closed object.
    pub input_schema: Value,
    /// The JSON Schema of the result, where it is known.
    pub output_schema: Option<Value>,
    /// Where a script tool comes from.
    pub source: Option<ToolSource>,
}

impl ToolSpec {
    /// The spec of a tool without parameters; set the other fields as needed.
    ///
    /// ```
    /// let mut spec = rulebook::ToolSpec::new("today", "Says what day it is.");
    /// spec.output_schema = Some(serde_json::json!({ "type": "string" }));
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            kind: None,
            requires_approval: false,
            input_schema: serde_json::json!({
                "type": "object", "properties": {}, "required": [], "additionalProperties": false
            }),
            output_schema: None,
            source: None,
        }
    }
}

/// One call of a tool.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// The arguments, by parameter name.
    pub arguments: Map<String, Value>,
    /// What gives the call up, for whoever does not hold its future.
    pub cancellation: Option<Cancellation>,
    /// The conversation that it belongs to; one of its own, without.
    pub session: Option<Session>,
    /// The settings that it runs with, as they were resolved by the tool's
    /// [`settings`](Tool::settings); the tool's defaults, without.
    pub settings: Option<Arc<ResolvedSettings>>,
}

impl ToolCall {
    /// A call with these arguments.
    #[must_use]
    pub fn new(arguments: Map<String, Value>) -> Self {
        Self { arguments, ..Self::default() }
    }

    /// The same call, in a session.
    #[must_use]
    pub fn in_session(mut self, session: &Session) -> Self {
        self.session = Some(session.clone());
        self
    }

    /// The same call, with settings that were resolved for its tool.
    #[must_use]
    pub fn with_settings(mut self, settings: impl Into<Arc<ResolvedSettings>>) -> Self {
        self.settings = Some(settings.into());
        self
    }

    /// The settings of the call as the struct of its tool; the struct's defaults where
    /// the call carries none. [`FnTool::with_settings`](crate::FnTool::with_settings) shows it.
    ///
    /// # Errors
    /// `unavailable` when they are those of another record.
    pub fn settings_as<S: ToolSettings>(&self) -> Result<S, ToolError> {
        read_settings(self.settings.as_deref())
    }

    /// A call with the members of a JSON object as arguments.
    ///
    /// # Errors
    /// `invalid_arguments` when the value is not an object.
    pub fn from_json(arguments: Value) -> Result<Self, ToolError> {
        match arguments {
            Value::Object(arguments) => Ok(Self::new(arguments)),
            other => {
                let found = kind_of(&other);
                dismantle(other);
                let message = format!("the arguments are {found}, and must be an object");
                Err(ToolError::new(ErrorCode::InvalidArguments, message))
            }
        }
    }
}

/// What a tool gave.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The result as JSON.
    pub value: Value,
}

impl ToolOutput {
    /// A JSON result.
    #[must_use]
    pub fn json(value: Value) -> Self {
        Self { value }
    }
}

/// What a call ends with that was given up.
pub(crate) fn cancelled() -> ToolError {
    let text = "the call was given up before it ended: call again if it is still wanted";
    ToolError::new(ErrorCode::Cancelled, text)
}

/// What a call ends with whose tool is not among those known.
pub(crate) fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> ToolError {
    const MOST: usize = 10;
    let known: Vec<_> = known.into_iter().collect();
    let name_shown = quoted(name);
    let message = match nearest(name, known.iter().copied()) {
        Some(near) => format!("there is no tool {name_shown}; did you mean `{near}`?"),
        None if known.is_empty() => format!("there is no tool {name_shown}; there are none"),
        None => {
            let first: Vec<_> = known.iter().take(MOST).map(|known| format!("`{known}`")).collect();
            let more = match known.len().saturating_sub(MOST) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("there is no tool {name_shown}; the tools are {}{more}", first.join(", "))
        }
    };
    ToolError::new(ErrorCode::UnknownTool, message)
}

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
