//! Calls that are given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rulebook::{Tool, ToolOutput};
use rulebook_mcp::McpServer;
use serde_json::json;
use tokio::sync::Notify;

use crate::support::Era;
use crate::support::raw::Raw;
use crate::support::tools::{echo, script, tool, toolkit};

/// On a machine that is busy with other tests too.
const SOON: Duration = Duration::from_millis(1500);

fn cancelled(id: i64) -> String {
    let params = json!({ "requestId": id, "reason": "changed my mind" });
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string()
}

/// Tells when it is dropped.
struct Gone(Arc<AtomicBool>, Arc<Notify>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
        self.1.notify_one();
    }
}

fn hanging(begun: &Arc<Notify>, gone: &Arc<(Arc<AtomicBool>, Arc<Notify>)>) -> Box<dyn Tool> {
    let (begun, gone) = (Arc::clone(begun), Arc::clone(gone));
    tool("hangs", move |_| {
        let (begun, gone) = (Arc::clone(&begun), Gone(Arc::clone(&gone.0), Arc::clone(&gone.1)));
        async move {
            let _gone = gone;
            begun.notify_one();
            std::future::pending::<()>().await;
            Ok(ToolOutput::json(json!(null)))
        }
    })
}

#[tokio::test]
async fn a_call_is_given_up_when_the_client_says_so() {
    for era in Era::BOTH {
        let (begun, gone) = (Arc::new(Notify::new()), Arc::default());
        let server = McpServer::new(toolkit([hanging(&begun, &gone), echo()]));
        let mut client = Raw::new(&server, era).await;
        client.ask(1, "tools/call", json!({ "name": "hangs", "arguments": {} })).await;
        begun.notified().await;
        client.say(&cancelled(1)).await;
        gone.1.notified().await;
        assert!(gone.0.load(Ordering::SeqCst), "{era:?}");
        // The next answer is that of the next call: there is none to what was given up.
        let answer = client.call(2, "echo", json!({})).await;
        assert_eq!(answer["result"]["structuredContent"], json!({}), "{era:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_loops_is_stopped_and_the_next_call_runs_at_once() {
    let text = "fn endless() -> int { loop {} } fn one() -> int { 1 }";
    for era in Era::BOTH {
        let (toolkit, _folder) = script(text, &["endless", "one"]).await;
        let mut client = Raw::new(&McpServer::new(toolkit), era).await;
        client.call(1, "one", json!({})).await;
        client.ask(2, "tools/call", json!({ "name": "endless", "arguments": {} })).await;
        client.ask(3, "tools/call", json!({ "name": "one", "arguments": {} })).await;
        let begun = Instant::now();
        client.say(&cancelled(2)).await;
        client.answer(3).await;
        assert!(begun.elapsed() < SOON, "{era:?} {:?}", begun.elapsed());
    }
}

#[tokio::test]
async fn calls_in_flight_are_given_up_when_the_input_ends() {
    for era in Era::BOTH {
        let (begun, gone) = (Arc::new(Notify::new()), Arc::default());
        let server = McpServer::new(toolkit([hanging(&begun, &gone)]));
        let mut client = Raw::new(&server, era).await;
        client.ask(1, "tools/call", json!({ "name": "hangs", "arguments": {} })).await;
        begun.notified().await;
        let ended = Instant::now();
        let (_, served) = client.end().await;
        served.unwrap();
        assert!(ended.elapsed() < SOON, "{era:?} {:?}", ended.elapsed());
        gone.1.notified().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_does_not_return_does_not_hold_up_the_end() {
    let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
    let (begins, goes_on) = (Arc::clone(&begun), Arc::clone(&go_on));
    let blocks = tool("blocks", move |_| {
        let (begins, goes_on) = (Arc::clone(&begins), Arc::clone(&goes_on));
        async move {
            begins.notify_one();
            while !goes_on.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(ToolOutput::json(json!(null)))
        }
    });
    let mut client = Raw::new(&McpServer::new(toolkit([blocks])), Era::Sessions).await;
    client.ask(1, "tools/call", json!({ "name": "blocks", "arguments": {} })).await;
    begun.notified().await;
    let ended = Instant::now();
    client.end_unread().await.unwrap();
    assert!(ended.elapsed() < SOON, "{:?}", ended.elapsed());
    go_on.store(true, Ordering::SeqCst);
}
