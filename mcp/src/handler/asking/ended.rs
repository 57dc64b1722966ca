//! How a call ended that may ask.

use rmcp::model::InputRequiredResult;
use rulebook::{ToolError, ToolOutput};

/// How a call ended.
pub(in crate::handler) enum Ended {
    /// With what the tool gave, or an error for the model.
    Result(Result<ToolOutput, ToolError>),
    /// With something that the client has to ask.
    Asks(InputRequiredResult),
}
