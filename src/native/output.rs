//! What a function in Rust gives, as the outcome of a call.

use schemars::JsonSchema;
use serde::Serialize;

use super::exact::to_json;
use crate::error::{ErrorCode, ToolError};
use crate::tool::ToolOutput;

/// What a tool in Rust can give: a value with JSON, or a [`ToolOutput`] as it is.
pub trait IntoOutput {
    /// The output of a call.
    ///
    /// # Errors
    /// `invalid_result` when it has no JSON: a float that is not finite, an int past
    /// 64 bits.
    fn into_output(self) -> Result<ToolOutput, ToolError>;
}

impl<T: Serialize + JsonSchema> IntoOutput for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        to_json(&self).map(ToolOutput::json)
    }
}

impl IntoOutput for ToolOutput {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
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
