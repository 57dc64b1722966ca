//! What the host is told of each call of a tool.

use rulebook::{ToolError, ToolOutput};
use serde_json::Value;

/// A call of a tool that has ended, as the host is told of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ObservedCall<'a> {
    /// The tool.
    pub tool: &'a str,
    /// The session that it was called in, by its [`id`](rulebook::Session::id).
    pub session: &'a str,
    /// The id that the model gave the call, where it is known.
    pub call_id: Option<&'a str>,
    /// The arguments as the model gave them; text, where they are no JSON object.
    pub arguments: &'a Value,
    /// The whole result, however little of it the model is given.
    pub result: Result<&'a ToolOutput, &'a ToolError>,
}
