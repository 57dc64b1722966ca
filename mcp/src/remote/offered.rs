//! A tool as a server offers it.

use rmcp::model::Tool;
use serde_json::{Map, Value};

/// A tool as a server offers it: nothing of it is more than the server says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OfferedTool {
    /// The name that the server knows it by.
    pub name: String,
    /// A name for people.
    pub title: Option<String>,
    /// What it does, for the model.
    pub description: String,
    /// The JSON Schema of the arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of the result, where there is one.
    pub output_schema: Option<Map<String, Value>>,
    /// The server says that it changes nothing.
    pub read_only: Option<bool>,
    /// The server says that its changes may destroy something.
    pub destructive: Option<bool>,
}

impl From<Tool> for OfferedTool {
    fn from(tool: Tool) -> Self {
        let hints = tool.annotations.unwrap_or_default();
        Self {
            name: tool.name.into_owned(),
            title: tool.title.or(hints.title),
            description: tool.description.unwrap_or_default().into_owned(),
            input_schema: tool.input_schema.as_ref().clone(),
            output_schema: tool.output_schema.map(|schema| schema.as_ref().clone()),
            read_only: hints.read_only_hint,
            destructive: hints.destructive_hint,
        }
    }
}
