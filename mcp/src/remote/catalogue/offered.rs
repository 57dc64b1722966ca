//! A tool as a server offers it.

use rmcp::model::Tool;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::canonical;

/// A tool as a server offers it: nothing of it is more than the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct OfferedTool {
    /// The name that the server knows it by.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of the arguments.
    pub input_schema: Map<String, Value>,
    /// The JSON Schema of the result, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Map<String, Value>>,
    /// The server says that it changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// The server says that its changes may destroy something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// The server says that a second call like the first changes nothing more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// The server says that it deals with an open world, such as the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
}

impl From<Tool> for OfferedTool {
    fn from(tool: Tool) -> Self {
        let hints = tool.annotations.unwrap_or_default();
        Self {
            name: tool.name.into_owned(),
            title: tool.title.or(hints.title),
            description: tool.description.map(std::borrow::Cow::into_owned),
            input_schema: tool.input_schema.as_ref().clone(),
            output_schema: tool.output_schema.map(|schema| schema.as_ref().clone()),
            read_only: hints.read_only_hint,
            destructive: hints.destructive_hint,
            idempotent: hints.idempotent_hint,
            open_world: hints.open_world_hint,
        }
    }
}

impl OfferedTool {
    /// All of it as JSON, as pins write it.
    pub(in crate::remote) fn definition(&self) -> Value {
        // It is made of strings, booleans and JSON, all of which have JSON.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What a model is told that it does.
    pub(in crate::remote) fn told(&self) -> String {
        let said = [&self.description, &self.title].into_iter().flatten();
        let said = said.map(|said| said.trim()).find(|said| !said.is_empty());
        said.map_or_else(
            || format!("The tool `{}`, which its server does not describe.", self.name),
            str::to_owned,
        )
    }

    /// Whether its schemas are nested deeper than can be kept.
    pub(in crate::remote) fn is_too_deep(&self) -> bool {
        let schemas = [Some(&self.input_schema), self.output_schema.as_ref()];
        canonical::is_too_deep(schemas.into_iter().flatten().flat_map(Map::values))
    }

    /// Why it cannot be called, if it cannot.
    pub(in crate::remote) fn fault(&self) -> Option<&'static str> {
        match self.input_schema.get("type") {
            // Arguments are an object in any case.
            None => None,
            Some(Value::String(kind)) if kind == "object" => None,
            Some(_) => Some("its arguments are no object by its input schema"),
        }
    }

    /// The schema of its arguments, as a toolkit takes it.
    pub(in crate::remote) fn arguments(&self) -> Value {
        let mut schema = self.input_schema.clone();
        schema.entry("type").or_insert_with(|| "object".into());
        Value::Object(schema)
    }
}

/// A tool as a server offers it, and the hash that tells it from any other.
#[derive(Debug, PartialEq)]
pub(in crate::remote) struct Defined {
    pub(in crate::remote) tool: OfferedTool,
    pub(in crate::remote) hash: String,
}

impl Defined {
    pub(in crate::remote) fn new(tool: OfferedTool) -> Self {
        Self::sized(tool).0
    }

    /// The tool, and how many bytes of JSON it takes.
    pub(in crate::remote) fn sized(tool: OfferedTool) -> (Self, usize) {
        let text = canonical::text(&tool.definition());
        (Self { hash: canonical::hash(&text), tool }, text.len())
    }
}
