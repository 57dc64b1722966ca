//! How far a call of a server's tool is.

use rulebook::{CallOptions, Progress, Session, ToolCall, ToolOutput, Toolkit};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, McpToolCollection, ServerUrl};
use serde_json::json;

use crate::support::Era;
use crate::support::hop::hop;
use crate::support::listener::Host;
use crate::support::scripted::{Scripted, begin, ended};
use crate::support::tools::{tool, toolkit};
use crate::support::web::Site;

#[tokio::test]
async fn calls_at_once_hear_what_is_theirs_and_in_order() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let hosts = [Host::answering([]), Host::answering([])];
        let first = begin(&odd, "do", hosts[0].call());
        let one = server.called().await;
        let second = begin(&odd, "do", hosts[1].call());
        let two = server.called().await;
        // Nobody hears this one, and nothing goes wrong over it.
        let third = begin(&odd, "do", ToolCall::default());
        let three = server.called().await;
        for n in 1..=20 {
            server.progress(&one, json!({ "progress": n, "total": 20 })).await;
            server
                .progress(&two, json!({ "progress": f64::from(n) / 2.0, "message": "é\u{7}" }))
                .await;
            server.progress(&three, json!({ "progress": n })).await;
        }
        // All of it was told before the answer, and is heard before it.
        server.give(&two, "two").await;
        assert_eq!(ended(second).await.unwrap().value, "two");
        let halves: Vec<_> = (1..=20).map(|n| f64::from(n) / 2.0).collect();
        assert_eq!(hosts[1].done(), halves, "{era:?}");
        assert_eq!(hosts[1].steps()[0].message.as_deref(), Some("é\\u{7}"));
        // What is told after the end is heard by nobody.
        server.progress(&two, json!({ "progress": 100 })).await;
        server.give(&one, "one").await;
        server.give(&three, "three").await;
        assert_eq!(ended(first).await.unwrap().value, "one");
        assert_eq!(ended(third).await.unwrap().value, "three");
        assert_eq!(hosts[0].done(), (1..=20).map(f64::from).collect::<Vec<_>>());
        assert_eq!(hosts[0].steps()[0].total, Some(20.0));
        assert_eq!(hosts[1].done(), halves, "{era:?}");
    }
}

#[tokio::test]
async fn a_call_goes_forwards_only() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let host = Host::answering([]);
        let going = begin(&odd, "do", host.call());
        let called = server.called().await;
        for n in [1, 1, 3, 2, -5, 4] {
            server.progress(&called, json!({ "progress": n })).await;
        }
        // None of these is a step, and none is an end.
        server.progress(&called, json!({})).await;
        server.progress(&called, json!({ "progress": "5" })).await;
        server
            .progress(
                &json!({ "params": { "_meta": { "progressToken": "x" } } }),
                json!({ "progress": 9 }),
            )
            .await;
        server.give(&called, "done").await;
        ended(going).await.unwrap();
        assert_eq!(host.done(), [1.0, 3.0, 4.0], "{era:?}");
    }
}

/// A tool that says thrice how far it is.
fn telling() -> Toolkit {
    toolkit([tool("count", |call: ToolCall| async move {
        for n in 1..=3_u32 {
            let step = Progress::new(n.into()).of(3.0).message(format!("step {n}"));
            call.caller.progress(step);
        }
        Ok(ToolOutput::json(json!({ "counted": 3 })))
    })])
}

#[tokio::test]
async fn progress_passes_two_hops() {
    let steps =
        || (1..=3_u32).map(|n| Progress::new(n.into()).of(3.0).message(format!("step {n}")));
    let heard = async |toolkit: Toolkit| {
        let host = Host::answering([]);
        let options = CallOptions::new(&Session::new()).caller(&host.caller());
        let outcome = toolkit.call("count", json!({}), options).await.unwrap();
        assert_eq!(outcome.done().unwrap().value, json!({ "counted": 3 }));
        host.steps()
    };
    for first in Era::BOTH {
        for second in Era::BOTH {
            let toolkit = hop(hop(telling(), first).await, second).await;
            assert_eq!(heard(toolkit).await, steps().collect::<Vec<_>>(), "{first:?} {second:?}");
        }
    }
    let site = Site::start(&McpServer::new(telling()), HttpOptions::new()).await;
    let server = ServerUrl::new(format!("http://{}/mcp", site.address));
    let far = McpToolCollection::builder("far", server).connect().await.unwrap();
    let toolkit = Toolkit::builder().collection(far).build().unwrap();
    assert_eq!(heard(toolkit).await, steps().collect::<Vec<_>>());
}

/// A server that tells of each byte.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_holds_up_nobody() {
    const STEPS: u32 = 4_000;
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let host = Host::answering([]);
        let flooded = begin(&odd, "do", host.call());
        let one = server.called().await;
        let other = begin(&odd, "do", ToolCall::default());
        let two = server.called().await;
        for n in 1..=STEPS {
            server.progress(&one, json!({ "progress": n, "message": "x".repeat(2_000) })).await;
            if n == STEPS / 2 {
                server.give(&two, "two").await;
            }
        }
        assert_eq!(ended(other).await.unwrap().value, "two");
        server.give(&one, "one").await;
        assert_eq!(ended(flooded).await.unwrap().value, "one");
        let done = host.done();
        assert!(done.is_sorted_by(|one, next| one < next));
        assert_eq!(done.last(), Some(&f64::from(STEPS)), "{era:?}");
        assert_eq!(host.steps()[0].message.as_ref().unwrap().chars().count(), 1_001);
    }
}
