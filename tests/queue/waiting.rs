//! Many callers of one tool set, and tool sets beside each other.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};

use serde_json::json;

use crate::support::Folder;
use rulebook::{ErrorCode, FnTool, LoadOptions, Tool, ToolCall, ToolOutput, ToolSet, ToolSpec};

const SCRIPT: &str = "fn hold() -> () { noted(0); hold_up() }
    fn note(n: int) -> int { noted(n); n }
    fn forever() -> int { loop {} }";

/// Options with a function that holds calls up until what is given back is
/// dropped, and one that notes the calls that ran.
fn options() -> (LoadOptions, Sender<()>, Arc<Mutex<Vec<i64>>>) {
    let (release, wait) = mpsc::channel::<()>();
    let (wait, noted) = (Arc::new(Mutex::new(wait)), Arc::new(Mutex::new(Vec::new())));
    let notes = Arc::clone(&noted);
    let options = ToolSet::options().host_functions(move |engine| {
        let (wait, notes) = (Arc::clone(&wait), Arc::clone(&notes));
        engine.register_fn("hold_up", move || {
            let _ = wait.lock().unwrap().recv();
        });
        engine.register_fn("noted", move |n: i64| notes.lock().unwrap().push(n));
    });
    (options, release, noted)
}

fn folder() -> Folder {
    Folder::with_rules(SCRIPT, &["hold", "note", "forever"])
}

#[tokio::test]
async fn two_hundred_callers_are_served_in_the_order_they_came() {
    let (options, release, noted) = options();
    let tools = folder().load_with(options).await.unwrap();
    let holding = tokio::spawn({
        let tools = tools.clone();
        async move { tools.call("hold", json!({})).await }
    });
    tokio::task::yield_now().await;
    // One thread polls the tasks in the order in which they were spawned.
    let calls = (0..200).map(|n| {
        let tools = tools.clone();
        tokio::spawn(async move { tools.call("note", json!({ "n": n })).await })
    });
    let calls: Vec<_> = calls.collect();
    tokio::task::yield_now().await;
    assert!(noted.lock().unwrap().len() <= 1);
    drop(release);
    holding.await.unwrap().unwrap();
    for (n, call) in calls.into_iter().enumerate() {
        assert_eq!(call.await.unwrap().unwrap(), n);
    }
    assert_eq!(noted.lock().unwrap()[1..], (0..200).collect::<Vec<_>>());
}

#[tokio::test]
async fn one_caller_more_than_may_wait_is_told_at_once() {
    let (options, release, noted) = options();
    let mut limits = rulebook::Limits::default();
    limits.waiting_calls = 2;
    let tools = folder().load_with(options.limits(limits)).await.unwrap();
    let call = |name: &'static str, arguments| {
        let tools = tools.clone();
        tokio::spawn(async move { tools.call(name, arguments).await })
    };
    let first = call("hold", json!({}));
    // Until it has begun, it waits as well.
    while noted.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    let waiting = [call("note", json!({ "n": 1 })), call("note", json!({ "n": 2 }))];
    tokio::task::yield_now().await;
    let error = tools.call("note", json!({ "n": 3 })).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::LimitExceeded);
    assert_eq!(error.message, "more than 2 calls are waiting: try again when fewer are");
    drop(release);
    first.await.unwrap().unwrap();
    for call in waiting {
        call.await.unwrap().unwrap();
    }
    assert_eq!(tools.call("note", json!({ "n": 4 })).await.unwrap(), 4);
    assert_eq!(*noted.lock().unwrap(), [0, 1, 2, 4]);
}

#[tokio::test]
async fn a_tool_set_that_loops_holds_up_no_other_and_no_native_tool() {
    let (options, _release, _) = options();
    let folder = folder();
    let looping = folder.load_with(options.clone()).await.unwrap();
    let other = folder.load_with(options).await.unwrap();
    let native = FnTool::new(ToolSpec::new("three", "Gives 3."), |_| async {
        Ok(ToolOutput::json(json!(3)))
    });
    let loops = tokio::spawn(async move { looping.call("forever", json!({})).await });
    tokio::task::yield_now().await;
    for n in 0..100 {
        assert_eq!(other.call("note", json!({ "n": n })).await.unwrap(), n);
        assert_eq!(native.call(ToolCall::default()).await.unwrap().value, 3);
    }
    assert!(!loops.is_finished());
    loops.abort();
    assert!(loops.await.unwrap_err().is_cancelled());
}
