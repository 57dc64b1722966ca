//! What is logged while a call runs, as its client is told.

use std::sync::{Arc, Once};

use rulebook::ToolOutput;
use rulebook_mcp::{LogLayer, McpServer};
use serde_json::{Value, json};
use tokio::sync::Barrier;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::{script, tool, toolkit};

/// There is one log a process.
fn log() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| tracing_subscriber::registry().with(LogLayer::new()).init());
}

fn asked_at(level: &str) -> Value {
    json!({ "io.modelcontextprotocol/logLevel": level })
}

/// What a client is told until its call has its answer.
async fn told(client: &mut Raw, tool: &str, meta: Value) -> Vec<Value> {
    let params = json!({ "name": tool, "arguments": {} });
    client.ask_with(7, "tools/call", params, meta).await;
    let mut told = Vec::new();
    loop {
        let mut message = client.hear().await;
        if message.get("id").is_some() {
            return told;
        }
        assert_eq!(*at(&message, "/method"), "notifications/message");
        told.push(message.pointer_mut("/params").unwrap().take());
    }
}

fn talking() -> McpServer {
    log();
    let talk = tool("talk", |_| async {
        tracing::trace!("never");
        tracing::debug!("a detail");
        tracing::info!(days = 3, late = true, who = "Ada", "three days");
        tracing::warn!(target: "shelf::lower", "nearly empty");
        tracing::info!(target: "rmcp::service", "of the protocol");
        tracing::info!(target: "rulebook_mcp::stdio", "of the server");
        tokio::task::yield_now().await;
        tracing::error!("empty");
        Ok(ToolOutput::json(json!("done")))
    });
    McpServer::new(toolkit([talk]))
}

fn levels(told: &[Value]) -> Vec<&str> {
    told.iter().map(|told| told["level"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_a_tool_logs_arrives_before_its_result() {
    let server = talking();
    let mut client = Raw::new(&server, Era::Sessions).await;
    let told_first = told(&mut client, "talk", json!({})).await;
    insta::assert_snapshot!(format!("{:#}", json!(told_first)), @r#"
    [
      {
        "level": "info",
        "logger": "main::calls::logging",
        "data": {
          "message": "three days",
          "days": 3,
          "late": true,
          "who": "Ada"
        }
      },
      {
        "level": "warning",
        "logger": "shelf::lower",
        "data": {
          "message": "nearly empty"
        }
      },
      {
        "level": "error",
        "logger": "main::calls::logging",
        "data": {
          "message": "empty"
        }
      }
    ]
    "#);
    let mut client = Raw::new(&server, Era::Stateless).await;
    assert_eq!(told(&mut client, "talk", asked_at("info")).await, told_first);
}

#[tokio::test]
async fn a_client_says_how_much_it_wants() {
    let server = talking();
    let expected = [
        ("debug", vec!["debug", "info", "warning", "error"]),
        ("info", vec!["info", "warning", "error"]),
        ("notice", vec!["warning", "error"]),
        ("warning", vec!["warning", "error"]),
        ("error", vec!["error"]),
        ("critical", vec![]),
        ("emergency", vec![]),
    ];
    let mut sessions = Raw::new(&server, Era::Sessions).await;
    let mut alone = Raw::new(&server, Era::Stateless).await;
    for (level, expected) in expected {
        sessions.ask(1, "logging/setLevel", json!({ "level": level })).await;
        assert_eq!(sessions.answer(1).await["result"], json!({}));
        assert_eq!(levels(&told(&mut sessions, "talk", json!({})).await), expected, "{level}");
        assert_eq!(levels(&told(&mut alone, "talk", asked_at(level)).await), expected, "{level}");
    }
    // Nothing without asking, though it asked before.
    assert_eq!(told(&mut alone, "talk", json!({})).await, Vec::<Value>::new());
    sessions.ask(1, "logging/setLevel", json!({ "level": "loud" })).await;
    assert_eq!(sessions.answer(1).await["error"]["code"], -32602);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_of_the_calls_of_others() {
    log();
    let both = Arc::new(Barrier::new(2));
    let talk = |name: &'static str| {
        let both = Arc::clone(&both);
        tool(name, move |_| {
            let both = Arc::clone(&both);
            async move {
                for _ in 0..20 {
                    both.wait().await;
                    tracing::info!(name, "mine");
                }
                Ok(ToolOutput::json(json!("done")))
            }
        })
    };
    let server = McpServer::new(toolkit([talk("one"), talk("other")]));
    for era in Era::BOTH {
        let (mut one, mut other) = (Raw::new(&server, era).await, Raw::new(&server, era).await);
        let (one, other) = tokio::join!(
            told(&mut one, "one", asked_at("info")),
            told(&mut other, "other", asked_at("info")),
        );
        for (told, name) in [(one, "one"), (other, "other")] {
            assert_eq!(told.len(), 20, "{era:?}");
            assert!(told.iter().all(|told| told["data"]["name"] == name), "{era:?} {told:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_script_prints_is_told_to_its_client() {
    log();
    let (toolkit, _folder) = script("fn one() -> int { print(\"counted\"); 1 }", &["one"]).await;
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let told = told(&mut client, "one", asked_at("info")).await;
        assert_eq!(levels(&told), ["info"], "{era:?} {told:?}");
        assert_eq!(told[0]["logger"], "rulebook::script", "{era:?}");
        assert_eq!(told[0]["data"]["message"], "counted", "{era:?}");
    }
}

#[tokio::test]
async fn a_tool_that_logs_without_end_holds_up_nothing() {
    log();
    let chatty = tool("chatty", |_| async {
        for number in 0..100_000 {
            tracing::info!(number, "line");
        }
        Ok(ToolOutput::json(json!("done")))
    });
    let server = McpServer::new(toolkit([chatty]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let told = told(&mut client, "chatty", asked_at("info")).await;
        assert!((1..=300).contains(&told.len()), "{era:?} {}", told.len());
    }
}
