//! The public errors: why a manifest did not load, why a call gave no result.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::code::Severity;
use crate::diagnostic::Diagnostic;

/// Why a manifest did not load: every problem of it and of its scripts.
#[derive(Clone, Debug)]
pub struct LoadError {
    diagnostics: Vec<Diagnostic>,
}

impl LoadError {
    /// An error from the problems found; at least one of them is an error.
    #[must_use]
    pub fn new(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics }
    }

    /// Every problem, warnings among them, in the order of the files.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
        for (index, diagnostic) in errors.enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

/// What kind of failure a call ended in. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// No tool has that name.
    UnknownTool,
    /// The arguments do not fit the tool's parameters.
    InvalidArguments,
    /// The script, or a host function it called, failed.
    ScriptFailed,
    /// The result does not fit the declared return type.
    InvalidResult,
    /// No answer came within the call's time.
    TimedOut,
    /// The caller gave up.
    Cancelled,
    /// A limit of the engine was reached.
    LimitExceeded,
    /// The tool cannot be run now.
    Unavailable,
    /// Someone has to approve the call first.
    NeedsApproval,
    /// The call was not approved.
    Denied,
}

impl ErrorCode {
    /// The name as JSON and people see it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::InvalidArguments => "invalid_arguments",
            Self::ScriptFailed => "script_failed",
            Self::InvalidResult => "invalid_result",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::LimitExceeded => "limit_exceeded",
            Self::Unavailable => "unavailable",
            Self::NeedsApproval => "needs_approval",
            Self::Denied => "denied",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A place in a script, and the function that was running there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Frame {
    /// The function, where one was running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The script, relative to the root.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// The character in the line, from 1, where it is known.
    pub column: Option<usize>,
}

impl Frame {
    /// A frame of a script file, without a place in it yet.
    #[must_use]
    pub fn new(file: impl Into<String>) -> Self {
        Self { function: None, file: file.into(), line: None, column: None }
    }
}

/// One argument that does not fit, or one part of a result that does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Problem {
    /// Where in the JSON: `lines[3].sku`; empty for the whole.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl Problem {
    /// A problem at a path.
    #[must_use]
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "`{}`: {}", self.path, self.message)
        }
    }
}

/// Why a call gave no result. Serialized, it is the `error` object of the
/// command line's JSON output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolError {
    /// What kind of failure.
    pub code: ErrorCode,
    /// What happened, for a model and for people.
    pub message: String,
    /// Each thing that does not fit, for `invalid_arguments` and `invalid_result`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// Where the script was: the place of the failure first, its callers after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Frame>,
    /// What the script threw, as JSON.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub thrown: Option<Box<Value>>,
}

impl ToolError {
    /// An error of a kind with its message.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            problems: Vec::new(),
            trace: Vec::new(),
            thrown: None,
        }
    }

    /// An error that tells several problems in one message.
    #[must_use]
    pub fn with_problems(code: ErrorCode, problems: Vec<Problem>) -> Self {
        let message = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        Self { problems, ..Self::new(code, message) }
    }
}

/// A value that is there, `null` as well.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<Value>>, D::Error> {
    Value::deserialize(deserializer).map(|value| Some(Box::new(value)))
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if let Some(frame) = self.trace.first() {
            write!(f, " ({}", frame.file)?;
            if let (Some(line), Some(column)) = (frame.line, frame.column) {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl std::error::Error for ToolError {}

/// The kind of a JSON value, in the words of an error message.
pub(crate) const fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
