//! Live tool sets among the tools of an agent.

use std::sync::Arc;

use rulebook::{
    Approval, CallOutcome, Collection, ErrorCode, LiveToolSet, Session, ToolCall, ToolCollection,
    ToolSet, Toolkit, ToolkitEvent,
};
use serde_json::json;

use super::support::{asked, call, echoes};
use crate::support::Folder;

fn manifest(names: &[&str], instruction: &str) -> String {
    let exports: Vec<_> = names
        .iter()
        .map(|name| json!({ "name": name, "description": format!("Runs {name}.") }))
        .collect();
    json!({
        "schemaVersion": 1,
        "script": "rules.rhai",
        "instructions": [instruction],
        "exports": exports
    })
    .to_string()
}

const RULES: &str = "fn one() -> int { 1 } fn two() -> int { 2 }";

fn folder() -> Folder {
    Folder::new().file("rules.rhai", RULES).file("rules.json", manifest(&["one"], "Begin."))
}

async fn live(folder: &Folder) -> LiveToolSet {
    ToolSet::options().live().load(folder.path("rules.json")).await.unwrap()
}

fn save(folder: &Folder, file: &str, text: impl AsRef<[u8]>) {
    std::fs::write(folder.path(file), text).unwrap();
}

#[tokio::test]
async fn the_tools_of_an_agent_follow_the_files() {
    let folder = folder();
    let live = live(&folder).await;
    let toolkit = Toolkit::builder()
        .collection(echoes("desk", &["look"]))
        .collection(live.clone())
        .build()
        .unwrap();
    let mut events = toolkit.events();
    assert_eq!(toolkit.instructions(), ["Begin."]);

    save(&folder, "rules.json", manifest(&["two", "one"], "Go on."));
    live.reload().await.unwrap();
    let Some(ToolkitEvent::Changed(change)) = events.next().await else { panic!("no change") };
    assert_eq!((&*change.added, change.lines), (&["two".to_owned()][..], true));
    assert_eq!(toolkit.instructions(), ["Go on."]);
    let names: Vec<_> = toolkit.tools().iter().map(|tool| tool.spec().name.clone()).collect();
    assert_eq!(names, ["look", "two", "one"]);
    let session = Session::new();
    assert_eq!(call(&toolkit, "two", json!({}), &session).await.unwrap(), 2);

    // What does not load changes nothing.
    save(&folder, "rules.json", "{");
    live.reload().await.unwrap_err();
    assert_eq!(call(&toolkit, "two", json!({}), &session).await.unwrap(), 2);

    save(&folder, "rules.json", manifest(&["one"], "Go on."));
    live.reload().await.unwrap();
    let error = toolkit.call("two", json!({}), &session).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert_eq!(call(&toolkit, "one", json!({}), &session).await.unwrap(), 1);
}

#[tokio::test]
async fn a_reload_between_a_request_and_its_answer_makes_it_void() {
    let folder = folder();
    let live = live(&folder).await;
    let desk = Collection::builder("desk").collection(live.clone()).requires_approval("one");
    let toolkit = Toolkit::builder().collection(desk.build().unwrap()).build().unwrap();
    let session = Session::new();
    let request = asked(&toolkit, "one", json!({}), &session).await;

    // Saved and taken back: another generation, and the same rules.
    save(&folder, "rules.rhai", RULES.replace("{ 1 }", "{ 3 }"));
    live.reload().await.unwrap();
    save(&folder, "rules.rhai", RULES);
    assert_eq!(live.reload().await.unwrap(), 3);
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, 1);

    let request = asked(&toolkit, "one", json!({}), &session).await;
    save(&folder, "rules.rhai", RULES.replace("{ 1 }", "{ 3 }"));
    live.reload().await.unwrap();
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    let CallOutcome::NeedsApproval(again) = outcome else { panic!("it ran") };
    let outcome = toolkit.answer(*again, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, 3);
}

#[tokio::test]
async fn one_that_has_not_loaded_yet_has_no_tools_and_gets_them() {
    let folder = Folder::new();
    let live = ToolSet::options().live().watch(folder.path("rules.json")).await.unwrap();
    assert_eq!(ToolCollection::name(&live), "rules");
    assert!(Arc::new(live.clone()).context(Session::new()).await.is_err());
    let toolkit = Toolkit::builder().collection(live.clone()).build().unwrap();
    assert!(toolkit.tools().is_empty());
    save(&folder, "rules.rhai", RULES);
    save(&folder, "rules.json", manifest(&["one"], "Begin."));
    live.reload().await.unwrap();
    assert_eq!(call(&toolkit, "one", json!({}), &Session::new()).await.unwrap(), 1);
}

#[tokio::test]
async fn a_tool_that_is_gone_is_no_later_tool_of_its_name() {
    let folder = folder();
    let live = live(&folder).await;
    let tool = live.tool("one").unwrap();
    save(&folder, "rules.json", manifest(&["two"], "Begin."));
    live.reload().await.unwrap();
    let gone = tool.pinned().unwrap();
    save(&folder, "rules.json", manifest(&["one"], "Begin."));
    live.reload().await.unwrap();
    let error = gone.call(ToolCall::default()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert_eq!(gone.normalize(serde_json::Map::new()).unwrap_err().code, ErrorCode::UnknownTool);
    assert_eq!(tool.pinned().unwrap().call(ToolCall::default()).await.unwrap().value, 1);
}
