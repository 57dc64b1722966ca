use std::sync::Arc;

use rulebook::{ErrorCode, ToolCall, ToolSet};
use serde_json::json;

use super::support::{Followed, folder, save, version};
use crate::support::Folder;

#[tokio::test]
async fn what_is_saved_is_served() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    assert_eq!(rules.version().await, 1);
    save(folder.path("rules.rhai"), version(2));
    let loaded = rules.loaded().await;
    assert_eq!((loaded.generation, loaded.tools), (2, 1));
    assert_eq!(rules.version().await, 2);
    rules.nothing_more().await;
}

#[tokio::test]
async fn what_does_not_load_is_told_and_not_served() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    save(folder.path("rules.rhai"), "fn version() -> int { 2");
    let failed = rules.failed().await;
    assert_eq!(failed.serving, Some(1));
    assert_eq!(failed.error.diagnostics()[0].file(), Some("rules.rhai"));
    assert_eq!(rules.version().await, 1);
    assert!(rules.set.status().failed.is_some());
    // The same as before is a new generation, and nothing is different.
    save(folder.path("rules.rhai"), version(1));
    let loaded = rules.loaded().await;
    assert_eq!(loaded.generation, 2);
    assert!(loaded.change.changed.is_empty());
    assert!(rules.set.status().failed.is_none());
}

#[tokio::test]
async fn tools_follow_by_their_names() {
    let folder = Folder::with_rules("fn a() -> int { 1 } fn b() -> int { 1 }", &["a", "b"]);
    let mut rules = Followed::of(&folder).await;
    let (a, b) = (rules.set.tool("a").unwrap(), rules.set.tool("b").unwrap());
    let after = Folder::with_rules("fn a() -> int { 2 }", &["a"]);
    std::fs::copy(after.path("rules.json"), folder.path("rules.json")).unwrap();
    save(folder.path("rules.rhai"), "fn a() -> int { 2 }");
    rules.loaded().await;
    assert_eq!(a.call(ToolCall::default()).await.unwrap().value, 2);
    assert_eq!(a.spec().source.as_ref().unwrap().generation, 2);
    let error = b.call(ToolCall::default()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert_eq!(b.spec().name, "b");
    let names: Vec<_> = rules.set.tools().iter().map(|tool| tool.spec().name.clone()).collect();
    assert_eq!(names, ["a"]);
}

#[tokio::test]
async fn rules_that_do_not_load_yet_are_waited_for() {
    let folder = Folder::new();
    let set = ToolSet::options().live().watch(folder.path("rules.json")).await.unwrap();
    assert!(set.status().failed.is_some() && set.status().loaded.is_none());
    assert!(set.tools().is_empty());
    let error = set.call("version", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    let mut rules = Followed::new(set);
    let after = Folder::with_rules(&version(1), &["version"]);
    for file in ["rules.rhai", "rules.json"] {
        std::fs::copy(after.path(file), folder.path(file)).unwrap();
    }
    assert_eq!(rules.loaded().await.generation, 1);
    assert_eq!(rules.version().await, 1);
}

#[tokio::test]
async fn a_late_listener_reads_what_holds() {
    let folder = folder();
    let rules = Followed::of(&folder).await;
    let (status, _) = rules.set.subscribe();
    let loaded = Arc::clone(status.loaded.as_ref().unwrap());
    assert_eq!((loaded.generation, loaded.tools), (1, 1));
    assert_eq!(loaded.change.breaking, []);
    assert!(status.failed.is_none() && status.lost.is_empty());
}

#[tokio::test]
async fn a_load_that_failed_is_tried_again_when_it_is_asked_for() {
    static READY: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    let script =
        "const READY = ready(); if !READY { throw \"not yet\" }\nfn version() -> int { 1 }";
    let folder = Folder::with_rules(script, &["version"]);
    let ready = || READY.load(std::sync::atomic::Ordering::SeqCst);
    let options = ToolSet::options().host_functions(move |engine| {
        engine.register_fn("ready", ready);
    });
    let set = options.live().watch(folder.path("rules.json")).await.unwrap();
    assert!(set.reload().await.is_err());
    READY.store(true, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(set.reload().await.unwrap(), 1);
    assert_eq!(set.reload().await.unwrap(), 1);
}
