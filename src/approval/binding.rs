//! What an approval holds for: hashes that change when anything does.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::settings::ResolvedSettings;
use crate::tool::{Tool, ToolSpec};

/// What an approval holds for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Binding {
    /// The tool as models and people are told of it, and its collection.
    tool: String,
    /// The code behind it, where that is known.
    revision: Option<String>,
    arguments: String,
    /// The settings that it runs with, where it takes any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    settings: Option<String>,
}

impl Binding {
    /// What a call of a tool is, as the request with an id asks about it.
    pub(super) fn new(
        id: &str,
        collection: &str,
        tool: &dyn Tool,
        arguments: &Map<String, Value>,
        settings: Option<&ResolvedSettings>,
    ) -> Self {
        Self {
            tool: of_tool(collection, &tool.spec()),
            revision: tool.revision(),
            arguments: of_object(arguments),
            settings: settings.map(|settings| of_settings(id, settings)),
        }
    }

    /// Why what was asked about is not what would run now; nothing if it is.
    pub(super) fn difference(&self, now: &Self) -> Option<&'static str> {
        if self.tool != now.tool {
            Some("the tool has changed since it was asked about")
        } else if self.revision != now.revision {
            Some("the rules behind the tool have changed since it was asked about")
        } else if self.arguments != now.arguments {
            Some("the arguments are not those that were asked about")
        } else if self.settings != now.settings {
            Some("the settings of the tool have changed since it was asked about")
        } else {
            None
        }
    }
}

/// The number of the generation is left out: another process counts its own, and
/// the revision says what is in it.
fn of_tool(collection: &str, spec: &ToolSpec) -> String {
    let source = spec.source.as_ref();
    let source = source.map(|source| (&source.manifest, &source.script, &source.function));
    let told = (&spec.name, &spec.description, spec.kind, spec.requires_approval);
    let mut hasher = Sha256::new();
    for part in [
        serde_json::to_vec(&(collection, told, source)),
        serde_json::to_vec(&sorted(&spec.input_schema)),
        serde_json::to_vec(&spec.output_schema.as_ref().map(sorted)),
    ] {
        // A part that has no JSON is none that a tool can have.
        hasher.update(part.unwrap_or_default());
        hasher.update([0]);
    }
    hexadecimal(&hasher.finalize())
}

/// Whoever sees two requests is not told by their hashes whether the settings are the
/// same; a request is no place for secrets all the same.
fn of_settings(id: &str, settings: &ResolvedSettings) -> String {
    let (id, values) = (id.into(), settings.values().into());
    of_object(&Map::from_iter([("id".to_owned(), id), ("values".to_owned(), values)]))
}

fn of_object(members: &Map<String, Value>) -> String {
    let sorted = sorted(&Value::Object(members.clone()));
    hexadecimal(&Sha256::digest(serde_json::to_vec(&sorted).unwrap_or_default()))
}

/// The same JSON with the members of each object in the order of their names.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            members.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect()
        }
        plain => plain.clone(),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
