//! Lines on a pair of streams, whatever they hold.

use std::time::{Duration, Instant};

use rulebook::ToolOutput;
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use crate::support::Era;
use crate::support::raw::{Raw, at, request};
use crate::support::tools::{echo, tool, toolkit};

/// On a machine that is busy with other tests too.
const SOON: Duration = Duration::from_millis(1500);

fn server() -> McpServer {
    McpServer::new(toolkit([echo()]))
}

/// The server still answers, and nothing stands before its answer.
async fn goes_on(client: &mut Raw, era: Era) {
    let answer = client.call(999, "echo", json!({ "n": 1 })).await;
    assert_eq!(*at(&answer, "/result/structuredContent"), json!({ "n": 1 }), "{era:?}");
}

#[tokio::test]
async fn garbage_causes_no_storm() {
    let garbage: [&[u8]; 9] = [
        b"garbage",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":",
        b"\xff\xfe\x00",
        b"",
        b"\r",
        b"   \t ",
        b"null",
        b"{\"id\":5,\"result\":{}}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard\",\"params\":7}",
    ];
    for era in Era::BOTH {
        for begun in [true, false] {
            let server = server();
            let mut client = match begun {
                true => Raw::new(&server, era).await,
                false => Raw::silent(&server, era),
            };
            for line in garbage.iter().cycle().take(1000) {
                client.write(line).await;
                client.write(b"\n").await;
            }
            if !begun && era == Era::Sessions {
                let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
                    "clientInfo": { "name": "raw", "version": "1" } });
                client.say(&request(0, "initialize", &params)).await;
                client.answer(0).await;
            }
            goes_on(&mut client, era).await;
        }
    }
}

#[tokio::test]
async fn a_request_that_is_none_gets_one_error_with_its_id() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        for (line, id) in [
            (r#"{"id":1,"method":"tools/list"}"#, json!(1)),
            (r#"{"jsonrpc":"1.0","id":"a","method":"tools/list"}"#, json!("a")),
            (r#"{"jsonrpc":"2.0","method":"tools/list","params":[1],"id":3}"#, json!(3)),
            (r#"{"jsonrpc":"2.0","id":4,"method":"m","method":"n"}"#, json!(4)),
        ] {
            client.say(line).await;
            let answer = client.hear().await;
            assert_eq!(answer["id"], id, "{era:?} {line} {answer}");
            assert!(answer["error"]["code"].is_i64(), "{era:?} {line} {answer}");
        }
        goes_on(&mut client, era).await;
    }
}

#[tokio::test]
async fn requests_whose_id_is_none_are_refused_a_few_times() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        for _ in 0..500 {
            client.say(r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#).await;
            client.say(r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#).await;
        }
        client.ask(9, "tools/list", json!({})).await;
        let mut refused = 0;
        loop {
            let answer = client.hear().await;
            if answer.get("id").is_some_and(|id| id == 9) {
                break;
            }
            assert_eq!(answer["error"]["code"], -32600, "{era:?} {answer}");
            refused += 1;
        }
        assert_eq!(refused, 16, "{era:?}");
        goes_on(&mut client, era).await;
    }
}

#[tokio::test]
async fn lines_may_end_as_on_windows_and_begin_with_a_mark() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        let params = json!({ "_meta": client.meta() });
        client.say(&format!("\u{feff}{}\r", request(1, "tools/list", &params))).await;
        client.answer(1).await;
        client.write(format!("\n\n{}", request(2, "tools/list", &params)).as_bytes()).await;
        // The last line may lack its end.
        let (lines, served) = client.end().await;
        served.unwrap();
        assert_eq!(lines.len(), 1, "{era:?}");
    }
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_not_kept() {
    let server = McpServer::builder(toolkit([echo()])).longest_message(1000).build();
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let long = json!({ "text": "x".repeat(1 << 20) });
        for line in [
            json!({ "jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": long }),
            json!({ "method": "tools/call", "params": long, "jsonrpc": "2.0", "id": 5 }),
        ] {
            client.say(&line.to_string()).await;
            let answer = client.answer(5).await;
            assert_eq!(answer["error"]["code"], -32600, "{era:?}");
            insta::allow_duplicates! {
                insta::assert_snapshot!(answer["error"]["message"].as_str().unwrap(), @"the message is too long: it may have 1000 bytes at most")
            }
        }
        // An answer, or garbage, of that length.
        client.say(&json!({ "jsonrpc": "2.0", "id": 5, "result": long }).to_string()).await;
        client.say(&"y".repeat(1 << 20)).await;
        goes_on(&mut client, era).await;
    }
}

#[tokio::test]
async fn the_server_ends_with_its_input() {
    for era in Era::BOTH {
        // Before anything was said, and after.
        let (lines, served) = Raw::silent(&server(), era).end().await;
        served.unwrap();
        assert_eq!(lines, [""; 0]);
        let mut client = Raw::new(&server(), era).await;
        goes_on(&mut client, era).await;
        let begun = Instant::now();
        let (lines, served) = client.end().await;
        served.unwrap();
        assert_eq!(lines, [""; 0]);
        assert!(begun.elapsed() < SOON, "{era:?} {:?}", begun.elapsed());
    }
}

#[tokio::test]
async fn what_was_asked_before_the_input_ended_is_answered() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        for id in 1..=20 {
            let params = json!({ "name": "echo", "arguments": { "n": id } });
            client.ask(id, "tools/call", params).await;
        }
        let (lines, served) = client.end().await;
        served.unwrap();
        assert_eq!(lines.len(), 20, "{era:?} {lines:?}");
    }
}

#[tokio::test]
async fn an_open_subscription_does_not_hold_up_the_end() {
    let server = server();
    let mut client = Raw::new(&server, Era::Stateless).await;
    let wanted = json!({ "notifications": { "toolsListChanged": true } });
    client.ask(1, "subscriptions/listen", wanted).await;
    let acknowledged = client.hear().await;
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    let begun = Instant::now();
    client.end().await.1.unwrap();
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_holds_up_only_itself() {
    let big = tool("big", |_| async { Ok(ToolOutput::json("x".repeat(1 << 16).into())) });
    let server = McpServer::new(toolkit([big, echo()]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let call = json!({ "name": "big", "arguments": {}, "_meta": client.meta() });
        // Far more than the server keeps for it: it stops to listen.
        let mut heard = 0;
        for id in 0..5000 {
            let line = format!("{}\n", request(id, "tools/call", &call));
            let written = client.write(line.as_bytes());
            if tokio::time::timeout(Duration::from_secs(2), written).await.is_err() {
                heard = id;
                break;
            }
        }
        assert!((1..5000).contains(&heard), "{era:?}");
        goes_on(&mut Raw::new(&server, era).await, era).await;
        // It is given up in the end, though its input goes on.
        client.ended().await.unwrap();
    }
}

#[tokio::test]
async fn the_server_ends_with_its_output() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        goes_on(&mut client, era).await;
        client.gone().await.unwrap();
    }
}

#[tokio::test]
async fn a_client_has_so_many_calls_at_once() {
    let hangs = tool("hangs", |_| std::future::pending());
    let server = McpServer::new(toolkit([hangs, echo()]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        for id in 1..=257 {
            client.ask(id, "tools/call", json!({ "name": "hangs", "arguments": {} })).await;
        }
        let answer = client.answer(257).await;
        assert_eq!(answer["result"]["_meta"]["rulebook/code"], "unavailable", "{era:?}");
        // Another client has its own, and what is given up makes room.
        goes_on(&mut Raw::new(&server, era).await, era).await;
        let cancel = json!({ "requestId": 1 });
        let cancel =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancel });
        client.say(&cancel.to_string()).await;
        goes_on(&mut client, era).await;
    }
}

#[tokio::test]
async fn every_line_is_a_message() {
    for era in Era::BOTH {
        let mut client = Raw::new(&server(), era).await;
        let written = json!({ "text": "a\nb\r\n\u{2028}\u{0}" });
        let answer = client.call(1, "echo", written.clone()).await;
        assert_eq!(answer["result"]["structuredContent"], written, "{era:?}");
        let wanted: Value = json!("2.0");
        assert_eq!(answer["jsonrpc"], wanted, "{era:?}");
    }
}
