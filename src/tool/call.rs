//! One call of a tool.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::caller::Caller;
use super::record::CallRecord;
use crate::cancel::Cancellation;
use crate::dismantle::dismantle;
use crate::error::{ErrorCode, ToolError, kind_of};
use crate::session::Session;
use crate::settings::{ResolvedSettings, ToolSettings, read_settings};

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
    /// [`settings`](crate::Tool::settings); the tool's defaults, without.
    pub settings: Option<Arc<ResolvedSettings>>,
    /// Whoever it comes from: to tell how far it is, or to ask something. Nobody, by
    /// default.
    pub caller: Caller,
    /// What takes down what becomes of it.
    pub(crate) record: Option<CallRecord>,
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

    /// The same call, from someone who hears how far it is and can be asked.
    #[must_use]
    pub fn from_caller(mut self, caller: &Caller) -> Self {
        self.caller = caller.clone();
        self
    }

    /// What the tool tells when the call begins, which nobody else does then.
    pub(crate) fn claim_record(&self) -> Option<CallRecord> {
        self.record.clone().inspect(CallRecord::claim)
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
