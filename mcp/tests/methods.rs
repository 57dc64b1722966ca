//! Methods that a revision does not have.

use rulebook_mcp::McpServer;
use serde_json::json;

use crate::support::Era;
use crate::support::raw::{Raw, request};
use crate::support::tools::{echo, toolkit};

/// They were asked for without parameters, and said to have wrong ones.
#[tokio::test]
async fn a_method_that_a_revision_has_removed_is_not_found() {
    let removed = ["initialize", "ping", "logging/setLevel", "resources/subscribe"];
    let mut client = Raw::new(&McpServer::new(toolkit([echo()])), Era::Stateless).await;
    for (id, method) in (1..).zip(removed.into_iter().chain(["resources/unsubscribe", "ask/me"])) {
        client.ask(id, method, json!({})).await;
        let answer = client.answer(id).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
}

/// It was answered as in revisions with sessions, and each request after it refused.
#[tokio::test]
async fn a_connection_whose_requests_stand_alone_begins_no_session() {
    let mut client = Raw::new(&McpServer::new(toolkit([echo()])), Era::Stateless).await;
    client.call(1, "echo", json!({})).await;
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "raw", "version": "1" },
    });
    client.say(&request(2, "initialize", &params)).await;
    let answer = client.answer(2).await;
    assert_eq!(answer["error"]["code"], -32601, "{answer}");
    client.call(3, "echo", json!({})).await;
}
