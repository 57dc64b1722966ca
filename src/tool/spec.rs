//! What a model is told about a tool.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::kind::ToolKind;

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
