//! Settings of scripts that are edited while they serve.

use std::sync::Arc;

use rulebook::{ErrorCode, SettingsLayers, SettingsValues, Tool, ToolCall};
use serde_json::{Value, json};

use super::support::{Followed, save};
use crate::support::Folder;

fn script(declared: &str) -> String {
    format!(
        "settings S = #{{ {declared} }};\nfn f(s: S) -> string {{ `${{s.limit}} ${{s.order}}` }}
fn g() -> int {{ 1 }}"
    )
}

fn manifest(more: &str) -> String {
    format!(
        r#"{{ "schemaVersion": 1, "script": "rules.rhai", "exports": [
            {{ "name": "f", "description": "F."{more} }}, {{ "name": "g", "description": "G." }} ] }}"#
    )
}

/// What a run says, for the tool as it is now.
async fn called(tool: &Arc<dyn Tool>, run: &SettingsValues) -> Value {
    let layers = SettingsLayers { run: Some(run), ..SettingsLayers::default() };
    let resolved = tool.settings().unwrap().resolve("f", layers).unwrap();
    tool.call(ToolCall::default().with_settings(resolved)).await.unwrap().value
}

#[tokio::test]
async fn another_default_reaches_those_who_did_not_override_it() {
    let folder = Folder::new()
        .file("rules.rhai", script("limit: int = 10, order: string = \"new\""))
        .file("rules.json", manifest(r#", "fixed": []"#));
    let mut rules = Followed::of(&folder).await;
    let tool = rules.set.tool("f").unwrap();
    let nobody = SettingsValues::new();
    let somebody = SettingsValues::new().set("f", "limit", 10);
    assert_eq!(called(&tool, &nobody).await, "10 new");
    assert_eq!(called(&tool, &somebody).await, "10 new");
    save(folder.path("rules.rhai"), script("limit: int = 25, order: string = \"new\""));
    let loaded = rules.loaded().await;
    assert_eq!(loaded.change.changed, ["f"]);
    assert!(!loaded.change.listing && loaded.change.breaking.is_empty());
    assert_eq!(called(&tool, &nobody).await, "25 new");
    assert_eq!(tool.call(ToolCall::default()).await.unwrap().value, "25 new");
    assert_eq!(called(&tool, &somebody).await, "10 new");
}

#[tokio::test]
async fn settings_that_were_resolved_before_are_those_of_another_record() {
    let folder = Folder::new()
        .file("rules.rhai", script("limit: int = 10, order: string = \"new\""))
        .file("rules.json", manifest(""));
    let mut rules = Followed::of(&folder).await;
    let tool = rules.set.tool("f").unwrap();
    let before = tool.settings().unwrap().resolve("f", SettingsLayers::default()).unwrap();
    let pinned = tool.pinned().unwrap();
    let more = "limit: int = 10, order: string = \"new\", more: bool = true";
    save(folder.path("rules.rhai"), script(more));
    assert_eq!(rules.loaded().await.change.changed, ["f"]);
    let call = || ToolCall::default().with_settings(before.clone());
    assert_eq!(tool.call(call()).await.unwrap_err().code, ErrorCode::Unavailable);
    assert_eq!(pinned.call(call()).await.unwrap().value, "10 new");
    assert_eq!(tool.settings().unwrap().members().len(), 3);
    // A mark is a change too, and none that a model is shown.
    save(folder.path("rules.json"), manifest(r#", "configurable": ["more"]"#));
    let loaded = rules.loaded().await;
    assert_eq!(loaded.change.changed, ["f"]);
    assert!(!loaded.change.listing);
    let marked: Vec<_> = tool.settings().unwrap().members().to_vec();
    assert_eq!(
        marked.iter().map(|one| one.is_configurable()).collect::<Vec<_>>(),
        [false, false, true]
    );
    // Without settings there is nothing to resolve.
    save(folder.path("rules.json"), manifest(""));
    rules.loaded().await;
    save(folder.path("rules.rhai"), "fn f() -> int { 1 }\nfn g() -> int { 1 }");
    assert_eq!(rules.loaded().await.change.changed, ["f"]);
    assert!(tool.settings().is_none());
    assert_eq!(tool.call(ToolCall::default()).await.unwrap().value, json!(1));
}
