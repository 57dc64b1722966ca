//! Servers that break the protocol in the middle of a call.

use std::time::Duration;

use rulebook::{ErrorCode, Session, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState};
use serde_json::json;
use tokio::time::{Instant, timeout};

use super::{call, connected, odd};

/// The revisions, and how the odd server is told to speak them.
const ERAS: [(&[&str], &str); 2] = [(&[], "2025-11-25"), (&["--stateless"], "2026-07-28")];

/// On a machine that is busy with other tests too.
const LONG: Duration = Duration::from_secs(30);

#[tokio::test]
async fn an_answer_that_would_be_read_wrongly_is_an_error() {
    for (words, protocol) in ERAS {
        let (tools, toolkit) = connected(odd(words)).await;
        assert_eq!(tools.status().protocol.as_deref(), Some(protocol));
        let mut said = Vec::new();
        for tool in ["equals", "digits", "deep", "long", "bytes", "glued"] {
            let error = call(&toolkit, tool, json!({})).await.unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidResult, "{tool}: {}", error.message);
            said.push(format!("{tool}: {}", error.message));
            let echo = call(&toolkit, "echo", json!({ "n": 1 })).await;
            assert_eq!(echo.unwrap(), json!({ "n": 1 }), "it goes on after {tool}");
        }
        insta::allow_duplicates! {
        insta::assert_snapshot!(said.join("\n"), @r#"
    equals: the server's answer cannot be read: line 1, column 78: `days` is given twice
    digits: the server's answer cannot be read: line 1, column 73: `123456789012345678901234567890` would lose digits; send it as text: `"123456789012345678901234567890"`
    deep: the server's answer cannot be read: line 1, column 198: the text is nested too deep
    long: the server's answer cannot be read: it is longer than 16777216 bytes
    bytes: the server's answer cannot be read: it is no UTF-8
    glued: the server's answer cannot be read: something else stands before it on its line
    "#);
        }
    }
}

#[tokio::test]
async fn lines_that_are_no_messages_are_left_out() {
    for (words, _) in ERAS {
        let (tools, toolkit) = connected(odd(words).arg("--banner")).await;
        for _ in 0..4 {
            assert_eq!(call(&toolkit, "noise", json!({})).await.unwrap(), json!({ "done": true }));
        }
        assert!(tools.status().is_connected());
    }
}

#[tokio::test]
async fn a_storm_of_lines_that_are_no_messages_ends_the_connection() {
    let (tools, toolkit) = connected(odd(&[])).await;
    let mut changes = tools.status_changes();
    let error = timeout(LONG, call(&toolkit, "storm", json!({}))).await.unwrap().unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    let mut status = tools.status();
    while status.is_connected() {
        status = timeout(LONG, changes.next()).await.unwrap().unwrap();
    }
    let ServerState::Lost { why, .. } = status.state else { panic!("{status:?}") };
    insta::assert_snapshot!(why, @"the server wrote 1,000 lines in a row that are no messages of MCP");
}

#[tokio::test]
async fn a_server_that_dies_says_how() {
    for (words, _) in ERAS {
        let (tools, toolkit) = connected(odd(words)).await;
        let mut changes = tools.status_changes();
        let begun = Instant::now();
        let error = call(&toolkit, "die", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable);
        assert!(begun.elapsed() < Duration::from_secs(5), "at once");
        let mut status = tools.status();
        while status.is_connected() {
            status = timeout(LONG, changes.next()).await.unwrap().unwrap();
        }
        let ServerState::Lost { why, .. } = status.state else { panic!("{status:?}") };
        assert_eq!(why, "the server ended with exit status 3");
    }
}

#[tokio::test]
async fn a_server_that_does_not_read_holds_up_no_one() {
    let tools = McpToolCollection::builder("odd", odd(&[]))
        .timeout(Duration::from_millis(300))
        .connect()
        .await
        .unwrap();
    let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
    call(&toolkit, "deaf", json!({})).await.unwrap();
    let begun = Instant::now();
    // More than any pipe holds.
    let much = json!({ "text": "x".repeat(1 << 20) });
    let session = Session::new();
    let calls = (0..8).map(|_| toolkit.call("echo", much.clone(), &session));
    for outcome in calls.map(|call| timeout(LONG, call)) {
        let error = outcome.await.unwrap().unwrap_err();
        assert!(
            [ErrorCode::TimedOut, ErrorCode::Unavailable].contains(&error.code),
            "{}",
            error.message
        );
    }
    tools.close().await;
    assert!(begun.elapsed() < LONG);
}
