//! Calls of one tool set run one after another; native tools sit beside them.

use std::sync::Arc;

use serde_json::json;

use super::support::Folder;
use rulebook::{FnTool, ToolCall, ToolOutput, ToolSpec};

#[tokio::test(flavor = "multi_thread")]
async fn many_callers_all_get_their_own_answer() {
    let tools = Folder::with_rules("fn same(n: int) -> int { n }", &["same"]).load().await.unwrap();
    let calls = (0..200).map(|n| {
        let tools = tools.clone();
        tokio::spawn(async move { tools.call("same", json!({ "n": n })).await.unwrap() == n })
    });
    for call in calls.collect::<Vec<_>>() {
        assert!(call.await.unwrap());
    }
}

#[tokio::test]
async fn a_native_closure_sits_in_the_same_vec() {
    let script = Folder::with_rules("fn double(n: int) -> int { n * 2 }", &["double"]);
    let mut tools = script.load().await.unwrap().tools();
    let native = FnTool::new(ToolSpec::new("three", "Gives 3."), |_| async {
        Ok(ToolOutput::json(json!(3)))
    });
    tools.push(Arc::new(native));
    let mut answers = Vec::new();
    for tool in &tools {
        let arguments = if tool.spec().name == "double" { json!({ "n": 4 }) } else { json!({}) };
        answers.push(tool.call(ToolCall::from_json(arguments).unwrap()).await.unwrap().value);
    }
    assert_eq!(answers, [json!(8), json!(3)]);
}
