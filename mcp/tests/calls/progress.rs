//! How far a call is, as a client is told that asked for it.

use std::time::Duration;

use rulebook::{Progress, ToolCall, ToolOutput};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::{tool, toolkit};

/// What a client is told until its call has its answer, and the answer.
async fn told(client: &mut Raw, tool: &str, meta: Value) -> (Vec<Value>, Value) {
    let params = json!({ "name": tool, "arguments": {} });
    client.ask_with(7, "tools/call", params, meta).await;
    let mut told = Vec::new();
    loop {
        let mut message = client.hear().await;
        if message.get("id").is_some() {
            return (told, message);
        }
        assert_eq!(*at(&message, "/method"), "notifications/progress");
        assert_eq!(*at(&message, "/params/progressToken"), "token");
        told.push(message.pointer_mut("/params").unwrap().take());
    }
}

fn token() -> Value {
    json!({ "progressToken": "token" })
}

#[tokio::test(start_paused = true)]
async fn what_a_tool_tells_arrives_before_its_result() {
    let steps = tool("steps", |call: ToolCall| async move {
        for done in [0.0, 50.0, 50.0, 20.0, f64::NAN, 100.0] {
            call.caller.progress(Progress::new(done).of(100.0).message("on it"));
        }
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([steps]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let (told, _) = told(&mut client, "steps", token()).await;
        let steps: Vec<_> = told.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
        assert_eq!(steps, [0.0, 50.0, 100.0], "{era:?}");
        assert!(told.iter().all(|told| told["total"] == 100.0), "{era:?}");
        assert!(told.iter().all(|told| told["message"] == "on it"), "{era:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_does_not_ask_is_told_nothing() {
    let steps = tool("steps", |call: ToolCall| async move {
        call.caller.progress(Progress::new(1.0));
        sleep(Duration::from_secs(30)).await;
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([steps]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        assert_eq!(told(&mut client, "steps", json!({})).await.0, Vec::<Value>::new(), "{era:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_call_says_that_it_goes_on() {
    let slow = tool("slow", |_| async {
        sleep(Duration::from_millis(12_500)).await;
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([slow]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let (told, _) = told(&mut client, "slow", token()).await;
        let words: Vec<_> = told
            .iter()
            .map(|told| format!("{} {}", told["progress"], told["message"].as_str().unwrap()))
            .collect();
        insta::allow_duplicates! { insta::assert_snapshot!(words.join("\n"), @"
        1.0 `slow` has run for 1 s
        6.0 `slow` has run for 6 s
        11.0 `slow` has run for 11 s
        ") }
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_tells_late_still_gets_ahead() {
    let late = tool("late", |call: ToolCall| async move {
        sleep(Duration::from_secs(7)).await;
        call.caller.progress(Progress::new(1.0).of(2.0));
        // It speaks for itself from here.
        sleep(Duration::from_secs(30)).await;
        call.caller.progress(Progress::new(2.0).of(2.0));
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([late]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let (told, _) = told(&mut client, "late", token()).await;
        let steps: Vec<_> = told.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
        assert_eq!(steps, [1.0, 6.0, 7.0, 8.0], "{era:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_tells_too_much_is_heard_in_part() {
    let chatty = tool("chatty", |call: ToolCall| async move {
        for done in 1..=100_000 {
            call.caller.progress(Progress::new(f64::from(done)));
            if done % 1000 == 0 {
                sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([chatty]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        // Five seconds.
        let (told, _) = told(&mut client, "chatty", token()).await;
        assert!((20..=130).contains(&told.len()), "{era:?} {}", told.len());
        let steps: Vec<_> = told.iter().map(|told| told["progress"].as_f64().unwrap()).collect();
        assert!(steps.is_sorted_by(|one, next| one < next), "{era:?} {steps:?}");
        assert_eq!(steps.last(), Some(&100_000.0), "{era:?}");
    }
}
