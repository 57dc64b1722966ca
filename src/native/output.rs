//! What a function in Rust gives, as the outcome of a call.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::exact::to_json;
use super::publish;
use crate::error::{ErrorCode, ToolError};
use crate::quote::one_line;
use crate::tool::{ContentBlock, ToolOutput};

/// What a tool in Rust can give: a value with JSON, or a [`ToolOutput`] or a
/// [`ContentBlock`] as it is, of which no schema says anything.
pub trait IntoOutput {
    /// The output of a call.
    ///
    /// # Errors
    /// `invalid_result` when it has no JSON: a float that is not finite, an int past
    /// 64 bits.
    fn into_output(self) -> Result<ToolOutput, ToolError>;

    /// The schema of the JSON, where it has one.
    #[must_use]
    fn output_schema() -> Option<Value>
    where
        Self: Sized,
    {
        None
    }
}

impl<T: Serialize + JsonSchema> IntoOutput for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        to_json(&self).map(ToolOutput::json)
    }

    fn output_schema() -> Option<Value> {
        Some(publish::result::<T>())
    }
}

impl IntoOutput for ToolOutput {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

impl IntoOutput for ContentBlock {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self.into())
    }
}

/// What is known by the name of content blocks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` would be shown to a model as content, and is none",
    label = "`ContentBlock` is known by its name: rename the type that is your own"
)]
pub trait IntoContent {
    /// The output of a call.
    fn into_content(self) -> ToolOutput;
}

impl IntoContent for ContentBlock {
    fn into_content(self) -> ToolOutput {
        self.into()
    }
}

impl IntoContent for Vec<ContentBlock> {
    fn into_content(self) -> ToolOutput {
        self.into()
    }
}

/// The error of a function in Rust as that of a call: a [`ToolError`] as it is, and
/// of any other what it says.
pub fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ToolError {
    match error.into().downcast::<ToolError>() {
        Ok(error) => *error,
        Err(other) => ToolError::new(ErrorCode::ScriptFailed, one_line(&other.to_string())),
    }
}
