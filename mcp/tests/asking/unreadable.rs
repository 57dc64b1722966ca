//! Answers to a question that cannot be read, or not in one way only.

use rulebook_mcp::McpServer;
use serde_json::json;

use super::support::till;
use crate::support::Era;
use crate::support::raw::{Raw, at, request};

/// A client with sessions that can ask, and reads and writes lines.
async fn asks(server: &McpServer) -> Raw {
    let mut client = Raw::silent(server, Era::Sessions);
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "elicitation": {} },
        "clientInfo": { "name": "raw", "version": "1" },
    });
    client.say(&request(0, "initialize", &params)).await;
    client.answer(0).await;
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client
}

/// One with two decisions was taken for the second of them, and after one that was no message
/// the question stayed open.
#[tokio::test]
async fn an_answer_that_cannot_be_read_is_no_approval_and_ends_the_question() {
    let (toolkit, runs) = till();
    let mut client = asks(&McpServer::builder(toolkit).longest_message(2000).build()).await;
    let long =
        format!(r#""result":{{"action":"accept","content":{{"x":"{}"}}}}"#, "x".repeat(3000));
    for (id, answer) in (1..).zip([
        r#""result":{"action":"accept","content":{"approve":false,"approve":true}}"#,
        r#""result":{"action":"accept","content":{"approve":false,"appr\u006fve":true}}"#,
        r#""result":{"action":"decline"},"result":{"action":"accept"}"#,
        r#""result":{"action":"accept"},"error":{"code":1,"message":"no"}"#,
        r#""result":{"action":"accept","content":{"n":NaN}}"#,
        r#""error":"no""#,
        r#""error":{"code":"x"}"#,
        r#""outcome":true"#,
        &long,
    ]) {
        let call = json!({ "name": "pay_back", "arguments": { "cents": 5 } });
        client.ask(id, "tools/call", call).await;
        let asked = client.hear().await;
        assert_eq!(*at(&asked, "/method"), "elicitation/create", "{asked}");
        client.say(&format!(r#"{{"jsonrpc":"2.0","id":{},{answer}}}"#, asked["id"])).await;
        let told = client.answer(id).await;
        assert_eq!(*at(&told, "/result/_meta/rulebook~1code"), "denied", "{answer} {told}");
    }
    assert_eq!(runs.count(), 0);
}

/// The same, in the revision where the answer comes with another call.
#[tokio::test]
async fn a_call_that_brings_two_decisions_is_refused() {
    let (toolkit, runs) = till();
    let mut client = Raw::new(&McpServer::new(toolkit), Era::Stateless).await;
    let meta = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} } });
    let call = json!({ "name": "pay_back", "arguments": { "cents": 5 } });
    client.ask_with(1, "tools/call", call.clone(), meta.clone()).await;
    let asked = client.answer(1).await;
    let mut again = call;
    again["requestState"] = at(&asked, "/result/requestState").clone();
    again["inputResponses"] = json!({ "approval": { "action": "accept", "content": "?" } });
    let mut all = client.meta();
    all.as_object_mut().unwrap().extend(meta.as_object().unwrap().clone());
    again["_meta"] = all;
    let text = request(2, "tools/call", &again);
    client.say(&text.replace(r#""?""#, r#"{"approve":false,"approve":true}"#)).await;
    assert_eq!(client.answer(2).await["error"]["code"], -32600);
    // What was refused has used nothing up.
    client.say(&text.replace(r#""?""#, r#"{"approve":true}"#)).await;
    assert_eq!(*at(&client.answer(2).await, "/result/structuredContent"), json!({ "paid": 5 }));
    assert_eq!(runs.count(), 1);
}
