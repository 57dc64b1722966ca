//! Settings that scripts declare: what a tool says of them, and what calls are given.

use super::support;

mod calling;
mod values;

use std::sync::Arc;

use rulebook::{
    ResolvedSettings, SettingsLayers, SettingsRecord, SettingsValues, Tool, ToolCall, ToolError,
    ToolSet,
};
use serde_json::{Value, json};

use support::Folder;

/// A folder whose `rules.json` exports one function, with more in its entry.
fn folder(script: &str, function: &str, more: &Value) -> Folder {
    let mut export = json!({ "name": function, "description": "Does it." });
    let members = more.as_object().expect("an object").clone();
    export.as_object_mut().expect("an object").extend(members);
    let manifest = json!({ "schemaVersion": 1, "script": "rules.rhai", "exports": [export] });
    Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string())
}

/// The only tool of a set.
fn only(tools: &ToolSet) -> Arc<dyn Tool> {
    Arc::clone(tools.tools().first().expect("a tool"))
}

fn record(tool: &dyn Tool) -> Arc<SettingsRecord> {
    tool.settings().expect("a tool with settings")
}

/// The settings that the host says.
fn resolved(tool: &dyn Tool, said: Value) -> ResolvedSettings {
    let name = tool.spec().name.clone();
    let host: SettingsValues =
        serde_json::from_value(json!({ name.as_str(): said })).expect("values");
    let layers = SettingsLayers { host: Some(&host), ..SettingsLayers::default() };
    record(tool).resolve(&name, layers).expect("settings that are right")
}

/// Calls a tool with what the host says.
async fn call(tool: &dyn Tool, arguments: Value, said: Value) -> Result<Value, ToolError> {
    let call = ToolCall::from_json(arguments)?.with_settings(resolved(tool, said));
    Ok(tool.call(call).await?.value)
}
