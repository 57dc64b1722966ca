//! Clients hear of changes of the list of tools.

use std::time::Duration;

use rmcp::model::ClientConfig;
use rulebook::{ToolSet, Toolkit};
use rulebook_mcp::McpServer;
use serde_json::json;
use tokio::time::timeout;

use crate::support::shelf::{Heard, Listening, Shelf};
use crate::support::{Era, connect, rules};

#[tokio::test]
async fn every_client_hears_that_the_list_changed_and_of_nothing_else() {
    let shelf = Shelf::with_tools(&["a"]);
    let server = McpServer::new(shelf.toolkit());
    let mut clients = Vec::new();
    for era in Era::BOTH {
        clients.push(Listening::to(&server, era).await);
        clients.push(Listening::to(&server, era).await);
    }
    for _ in 0..3 {
        // The same again, and lines that are not in the list.
        shelf.set_tools(&["a"]);
        shelf.set_lines(&["Be kind."], &[]);
        shelf.set_lines(&[], &[]);
    }
    shelf.set_tools(&["a", "b"]);
    for client in &mut clients {
        assert_eq!(client.next().await, Heard::Tools);
        assert_eq!(client.client.list_all_tools().await.unwrap().len(), 2);
    }
    shelf.set_tools(&["b"]);
    for client in &mut clients {
        assert_eq!(client.next().await, Heard::Tools);
    }
    // Had there been more, it would come before this.
    shelf.set_tools(&["c"]);
    for client in &mut clients {
        assert_eq!(client.next().await, Heard::Tools);
        assert_eq!(client.client.list_all_tools().await.unwrap()[0].name, "c");
        assert!(client.is_silent(Duration::from_millis(1)).await);
    }
}

#[tokio::test]
async fn a_reload_is_heard_of_when_it_changed_the_list() {
    let exports = json!([{ "name": "fee", "description": "Says the fee." }]);
    let folder = rules("rules.rhai", "fn fee() -> int { 1 }", exports.clone());
    let path = folder.path().join("rules.json");
    let live = ToolSet::options().live().load(&path).await.unwrap();
    let toolkit = Toolkit::builder().collection(live).build().unwrap();
    let server = McpServer::new(toolkit.clone());
    let mut clients = Vec::new();
    for era in Era::BOTH {
        clients.push(Listening::to(&server, era).await);
    }
    let save = |script: &str| std::fs::write(folder.path().join("rules.rhai"), script).unwrap();
    // A swap that does not change the list, and text that does not load.
    save("fn fee() -> int { 2 }");
    let served = async {
        loop {
            let fee = toolkit.call("fee", json!({}), &rulebook::Session::new()).await;
            if fee.unwrap().done().unwrap().value == 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(30), served).await.unwrap();
    save("fn fee( -> int { 3 }");
    save("fn fee(days: int) -> int { 3 }");
    for client in &mut clients {
        assert_eq!(client.next().await, Heard::Tools);
        let listed = client.client.list_all_tools().await.unwrap();
        assert!(listed[0].input_schema["properties"].as_object().unwrap().contains_key("days"));
        assert!(client.is_silent(Duration::from_millis(1)).await);
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_nobody_up() {
    let shelf = Shelf::with_tools(&["a"]);
    let server = McpServer::new(shelf.toolkit());
    // Its pipe is full at once.
    let (near, far) = tokio::io::duplex(256);
    let deaf = server.clone();
    let (input, output) = tokio::io::split(far);
    tokio::spawn(async move { deaf.serve(input, output).await });
    let (mut read, mut write) = tokio::io::split(near);
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "deaf", "version": "1" },
    } });
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let both = format!("{hello}\n{ready}\n");
    tokio::io::AsyncWriteExt::write_all(&mut write, both.as_bytes()).await.unwrap();
    let mut first = [0; 1];
    tokio::io::AsyncReadExt::read_exact(&mut read, &mut first).await.unwrap();

    let mut client = Listening::to(&server, Era::Sessions).await;
    for round in 0..50 {
        shelf.set_tools(if round % 2 == 0 { &["b"] } else { &["a"] });
        assert_eq!(client.next().await, Heard::Tools);
    }
    drop((read, write));
}

#[tokio::test]
async fn sessions_that_end_leave_nothing_behind() {
    let shelf = Shelf::with_tools(&["a"]);
    let server = McpServer::new(shelf.toolkit());
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    // The task that follows the toolkit stays.
    let first = Listening::to(&server, Era::Sessions).await;
    shelf.set_tools(&["b"]);
    drop(first);
    settle(|| tasks() <= 1).await;
    let before = tasks();
    for number in 0..500 {
        for era in Era::BOTH {
            let client = connect(&server, era, ClientConfig::default()).await;
            client.list_all_tools().await.unwrap();
            if number % 50 == 0 {
                drop(Listening::to(&server, era).await);
            }
        }
    }
    settle(|| tasks() <= before).await;
    shelf.set_tools(&["c"]);
    settle(|| tasks() <= before).await;
}

/// Waits until something holds.
async fn settle(holds: impl Fn() -> bool) {
    let settled = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_secs(30), settled).await.unwrap();
}
