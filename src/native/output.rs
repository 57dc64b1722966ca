//! What a function in Rust gives, as the outcome of a call.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{ErrorCode, ToolError};
use crate::tool::ToolOutput;

/// What a tool in Rust can give.
pub trait IntoOutput {
    /// The output of a call.
    ///
    /// # Errors
    /// `invalid_result` when it has no JSON.
    fn into_output(self) -> Result<ToolOutput, ToolError>;
}

impl<T: Serialize + JsonSchema> IntoOutput for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        let json = serde_json::to_value(self);
        json.map(ToolOutput::json)
            .map_err(|why| ToolError::new(ErrorCode::InvalidResult, why.to_string()))
    }
}

/// The error of a function in Rust as that of a call: a [`ToolError`] as it is, and
/// of any other what it says.
pub fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ToolError {
    match error.into().downcast::<ToolError>() {
        Ok(error) => *error,
        Err(other) => ToolError::new(ErrorCode::ScriptFailed, other.to_string()),
    }
}
