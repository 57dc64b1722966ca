//! What scripts keep for a session goes from one generation to the next.

use rulebook::{ErrorCode, Session, Tool, ToolCall, ToolSet};
use serde_json::{Map, Value, json};

use super::support::{Followed, save};
use crate::support::Folder;

fn script(by: usize) -> String {
    format!(
        "fn add(notes: session) -> int {{ notes.n = (notes.get(\"n\") ?? 0) + {by}; notes.n }}
        fn version() -> int {{ {by} }}"
    )
}

async fn add(tool: &dyn Tool, session: &Session) -> Value {
    tool.call(ToolCall::default().in_session(session)).await.unwrap().value
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn generations_that_serve_at_once_lose_no_change() {
    let folder = Folder::with_rules(&script(1), &["add", "version"]);
    let mut rules = Followed::of(&folder).await;
    assert_eq!(rules.set.name(), "rules");
    let session = Session::new();
    let first = rules.set.current().unwrap();
    let live = rules.set.tool("add").unwrap();
    for generation in 2..5 {
        let calls: Vec<_> = (0..100)
            .map(|call| {
                let old = first.tool("add").unwrap();
                let tool = if call % 2 == 0 { old } else { live.clone() };
                let session = session.clone();
                tokio::spawn(async move { add(&*tool, &session).await })
            })
            .collect();
        // All versions add the same, so that each change shows.
        save(folder.path("rules.rhai"), format!("{}// {generation}", script(1)));
        assert_eq!(rules.loaded().await.generation, generation as u64);
        for call in calls {
            call.await.unwrap();
        }
    }
    assert_eq!(session.to_json()["state"]["rules"]["script"], json!({ "n": 300 }));
    save(folder.path("rules.rhai"), script(1000));
    rules.loaded().await;
    assert_eq!(add(&*live, &session).await, 1300);
}

#[tokio::test]
async fn a_live_tool_is_pinned_to_the_generation_that_serves() {
    let folder = Folder::with_rules(&script(1), &["add", "version"]);
    let mut rules = Followed::of(&folder).await;
    let session = Session::new();
    let live = rules.set.tool("add").unwrap();
    let pinned = live.pinned().unwrap();
    let revision = live.revision().unwrap();
    assert_eq!(pinned.revision().as_deref(), Some(&*revision));
    assert_eq!(revision, rules.set.current().unwrap().hash());
    assert!(pinned.pinned().is_none(), "it never changes");

    save(folder.path("rules.rhai"), script(10));
    rules.loaded().await;
    assert_ne!(live.revision().unwrap(), revision);
    assert_eq!(pinned.revision(), Some(revision));
    assert_eq!(add(&*pinned, &session).await, 1);
    assert_eq!(add(&*live, &session).await, 11);
    assert_eq!(add(&*live.pinned().unwrap(), &session).await, 21);
    let wrong = Map::from_iter([("notes".to_owned(), json!({}))]);
    assert_eq!(live.normalize(wrong).unwrap_err().code, ErrorCode::InvalidArguments);
    assert_eq!(live.normalize(Map::new()).unwrap(), Map::new());

    save(folder.path("rules.rhai"), "fn version() -> int { 3 }");
    save(folder.path("rules.json"), super::support::manifest("rules.rhai"));
    rules.serves(3).await;
    let pinned = live.pinned().unwrap();
    let gone = pinned.call(ToolCall::default()).await.unwrap_err();
    assert_eq!(gone.code, ErrorCode::UnknownTool, "it is none of any later generation");
    let gone = live.normalize(Map::new()).unwrap_err();
    assert_eq!(gone.code, ErrorCode::UnknownTool);
}

#[tokio::test]
async fn before_anything_has_loaded_there_is_a_name_and_no_more() {
    let folder = Folder::new();
    let options = ToolSet::options().name("memory").live();
    let set = options.watch(folder.path("rules.json")).await.unwrap();
    assert_eq!(set.name(), "memory");
    let error = set.context_in(&Session::new()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
}
