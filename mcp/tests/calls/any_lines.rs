//! Whatever a client sends, each line that is answered is answered with a message, and the
//! server goes on.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rulebook_mcp::McpServer;
use serde_json::json;

use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::raw::{Raw, request};

/// The last request, whose id nothing else has.
const LAST: i64 = 987_654_321;

/// Messages that mean something.
fn messages() -> Vec<String> {
    let call = json!({ "name": "echo", "arguments": { "text": "a", "n": 1.5, "list": [1, {}] } });
    let answer = json!({ "jsonrpc": "2.0", "id": 1, "result": { "action": "accept" } });
    let gone = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
    vec![
        request(1, "tools/call", &call),
        request(2, "tools/list", &json!({})),
        request(3, "resources/read", &json!({ "uri": "rulebook://context" })),
        request(4, "initialize", &json!({ "protocolVersion": "2025-11-25", "capabilities": {} })),
        request(5, "subscriptions/listen", &json!({ "notifications": {} })),
        answer.to_string(),
        gone.to_string(),
    ]
}

/// A message with some bytes changed, left out or given twice.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), any::<Index>(), 0..4, any::<u8>());
    (any::<Index>(), vec(change, 0..4)).prop_map(|(which, changes)| {
        let mut bytes = which.get(&messages()).clone().into_bytes();
        for (from, to, how, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let (from, to) = (from.min(to), from.max(to));
            match how {
                0 => bytes.iter_mut().skip(from).take(1).for_each(|at| *at = byte),
                1 => bytes.truncate(to),
                2 => drop(bytes.drain(from..to)),
                _ => bytes.extend_from_within(from..to),
            }
        }
        bytes
    })
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![3 => nearly(), 1 => vec(any::<u8>(), 0..200)];
    line.prop_map(|mut bytes| {
        bytes.retain(|byte| *byte != b'\n');
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_server_goes_on_after_any_lines(lines in vec(line(), 0..30)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            for era in Era::BOTH {
                let mut client = Raw::new(&McpServer::new(Hold::default().toolkit()), era).await;
                for line in &lines {
                    client.write(line).await;
                    client.write(b"\n").await;
                }
                client.ask(LAST, "ping", json!({})).await;
                loop {
                    let message = client.hear().await;
                    assert_eq!(message.get("jsonrpc"), Some(&json!("2.0")), "{message}");
                    if message.get("id") == Some(&json!(LAST)) {
                        break;
                    }
                }
            }
        });
    }
}
