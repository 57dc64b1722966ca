//! Questions that are open.

use std::time::Duration;

use rmcp::model::CallToolRequestParams;
use rulebook_mcp::McpServer;
use serde_json::json;
use tokio::time::timeout;

use super::support::{Person, accept, asking, call, params, question, text, till};
use crate::support::{Era, connect};

const LONG: Duration = Duration::from_secs(30);

#[tokio::test(start_paused = true)]
async fn nobody_has_to_wait_for_a_person_forever() {
    let (toolkit, runs) = till();
    let server = McpServer::builder(toolkit).patience(Duration::from_secs(60)).build();
    let person = Person::default();
    let client = connect(&server, Era::Sessions, person.clone()).await;
    let result = call(&client, "pay_back", json!({ "cents": 5 })).await;
    let expected = "! the call of `pay_back` was not approved: nobody answered within 60s";
    assert_eq!((text(&result).as_str(), runs.count()), (expected, 0));
    person.taken_away.notified().await;
}

#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers_is_told_to_the_tool() {
    let (toolkit, _) = asking([question("size")]);
    let server = McpServer::builder(toolkit).patience(Duration::from_secs(60)).build();
    let client = connect(&server, Era::Sessions, Person::default()).await;
    let result = call(&client, "order", json!({})).await;
    assert_eq!(text(&result), "! nobody answered within 60s");
}

#[tokio::test]
async fn an_open_question_holds_nothing_up() {
    let (toolkit, runs) = till();
    let server = McpServer::new(toolkit);
    let busy = Person::answering([]);
    let client = connect(&server, Era::Sessions, busy.clone()).await;
    let open = tokio::spawn({
        let peer = client.peer().clone();
        async move { peer.call_tool_once(params("pay_back", json!({ "cents": 5 }))).await }
    });
    timeout(LONG, busy.was_asked.notified()).await.unwrap();
    // The same session, and another one.
    let next = tokio::spawn({
        let peer = client.peer().clone();
        async move { peer.call_tool_once(CallToolRequestParams::new("nothing")).await }
    });
    timeout(LONG, next).await.unwrap().unwrap().unwrap_err();
    let other = Person::answering([accept(json!({}))]);
    let other = connect(&server, Era::Sessions, other).await;
    let result = timeout(LONG, call(&other, "pay_back", json!({ "cents": 6 }))).await.unwrap();
    assert_eq!((text(&result).as_str(), runs.count()), (r#"{"paid":6}"#, 1));
    assert!(!open.is_finished());
    open.abort();
}

#[tokio::test]
async fn a_cancelled_call_takes_its_question_away() {
    for (toolkit, tool) in [(till().0, "pay_back"), (asking([question("size")]).0, "order")] {
        let person = Person::answering([]);
        let client = connect(&McpServer::new(toolkit), Era::Sessions, person.clone()).await;
        let call = tokio::spawn({
            let peer = client.peer().clone();
            async move { peer.call_tool_once(params(tool, json!({}))).await }
        });
        timeout(LONG, person.was_asked.notified()).await.unwrap();
        // A request that is dropped is cancelled.
        call.abort();
        timeout(LONG, person.taken_away.notified()).await.unwrap();
    }
}
