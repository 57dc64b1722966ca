//! The context function may look at what is kept.

use serde_json::json;

use super::support::Folder;
use super::{call, state};
use rulebook::Session;

const RULES: &str = "
    fn open(id: string, notes: session) -> int {
        notes.open = (notes.get(\"open\") ?? []) + [id];
        notes.open.len()
    }
    fn open_returns(notes: session) -> string? {
        notes.looked = true;
        if \"open\" in notes { `${notes.open.len()} open` } else { () }
    }";

fn folder(context: &str, script: &str) -> Folder {
    let manifest = json!({
        "schemaVersion": 1, "script": "rules.rhai", "context": context,
        "exports": [{ "name": "open", "description": "Opens one." }],
    });
    Folder::new().file("rules.rhai", script).file("rules.json", manifest.to_string())
}

#[tokio::test]
async fn it_sees_what_is_kept_and_changes_nothing() {
    let folder = folder("open_returns", RULES);
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    assert_eq!(tools.context_in(&session).await.unwrap(), None);
    assert_eq!(session.entries(), []);
    for count in 1..=2 {
        call(&tools, &session, "open", json!({ "id": "a" })).await.unwrap();
        let says = tools.context_in(&session).await.unwrap();
        assert_eq!(says, Some(format!("{count} open")));
    }
    assert_eq!(state(&session), json!({ "open": ["a", "a"] }));
    assert_eq!(tools.context_in(&Session::new()).await.unwrap(), None);
    assert_eq!(tools.context().await.unwrap(), None, "of no session");
}

#[tokio::test]
async fn one_without_a_session_says_the_same_of_all() {
    let script = format!("{RULES} fn always() -> string? {{ \"always\" }}");
    let tools = folder("always", &script).load().await.unwrap();
    assert_eq!(tools.context_in(&Session::new()).await.unwrap().as_deref(), Some("always"));
    assert_eq!(tools.context().await.unwrap().as_deref(), Some("always"));
}

#[tokio::test]
async fn other_shapes_are_problems() {
    let mut told = Vec::new();
    for head in [
        "c(notes: session, more: int) -> string?",
        "c(notes: map) -> string?",
        "c(notes) -> string?",
        "c(notes: session) -> int",
        "c(notes: session?) -> string?",
    ] {
        let folder = folder("c", &format!("{RULES} fn {head} {{ () }}"));
        told.extend(folder.problems().await.iter().map(ToString::to_string));
    }
    insta::assert_snapshot!(told.join("\n"), @"
    rules.rhai:9:7: error[invalid_context_function]: the context function `c` takes nothing, or a session, and gives a text or null; help: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    rules.rhai:9:7: error[invalid_context_function]: the context function `c` takes nothing, or a session, and gives a text or null; help: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    rules.rhai:9:7: error[invalid_context_function]: the context function `c` takes nothing, or a session, and gives a text or null; help: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    rules.rhai:9:7: error[invalid_context_function]: the context function `c` takes nothing, or a session, and gives a text or null; help: write `fn c() -> string?`, or `fn c(notes: session) -> string?`
    rules.rhai:9:19: error[misplaced_type]: `session` is never null, and is written without a `?`; help: write `session`
    ");
}
