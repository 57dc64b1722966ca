//! A call of a server's tool: its deadline, how it is given up, and what its server refuses.

use std::time::Duration;

use rulebook::testing::Conformance;
use rulebook::{ErrorCode, Session, ToolCall, ToolError, Toolkit, tool_collection};
use rulebook_mcp::http::HttpOptions;
use rulebook_mcp::{McpServer, McpToolCollection, ServerUrl};
use serde_json::json;
use tokio::time::advance;

use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::hop::{collection, hop};
use crate::support::raw::at;
use crate::support::scripted::{Scripted, begin, begin_until, ended, failed, of, tool};
use crate::support::web::Site;

#[tokio::test]
async fn arguments_are_sent_as_they_are_given() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let given = json!({ "z": 9_007_199_254_740_993_i64, "a": { "y": 0.1, "b": [null, ""] } });
        let normal = of(&odd, "do").normalize(given.as_object().unwrap().clone()).unwrap();
        let going = begin(&odd, "do", ToolCall::new(normal));
        let called = server.called().await;
        assert_eq!(*at(&called, "/params/name"), "do");
        assert_eq!(at(&called, "/params/arguments").to_string(), given.to_string(), "{era:?}");
        server.give(&called, "done").await;
        assert_eq!(ended(going).await.unwrap().value, "done");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_timed_out_and_cancelled() {
    for era in Era::BOTH {
        let slow =
            |odd: rulebook_mcp::McpToolCollectionBuilder| odd.timeout(Duration::from_secs(7));
        let (mut server, odd) = Scripted::with(era, json!([tool("do")]), slow).await;
        let going = begin(&odd, "do", ToolCall::default());
        let called = server.called().await;
        advance(Duration::from_secs(6)).await;
        assert!(!going.is_finished());
        let expected = "timed_out: the server gave no answer to the call of `do` within 7s: \
                        whether it had any effect is not known";
        assert_eq!(failed(going).await, expected, "{era:?}");
        let cancelled = server.hear_of("notifications/cancelled").await;
        assert_eq!(at(&cancelled, "/params/requestId"), at(&called, "/id"));
        odd.close().await;
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_is_cancelled_at_the_server() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        // By a wish.
        let (going, wish) = begin_until(&odd, "do");
        let first = server.called().await;
        wish.cancel();
        assert!(failed(going).await.starts_with("cancelled: the call was given up"), "{era:?}");
        let cancelled = server.hear_of("notifications/cancelled").await;
        assert_eq!(at(&cancelled, "/params/requestId"), at(&first, "/id"));
        // By dropping its future.
        let going = begin(&odd, "do", ToolCall::default());
        let second = server.called().await;
        going.abort();
        let cancelled = server.hear_of("notifications/cancelled").await;
        assert_eq!(at(&cancelled, "/params/requestId"), at(&second, "/id"));
        // What the server says of them later harms nobody.
        let going = begin(&odd, "do", ToolCall::default());
        let third = server.called().await;
        for late in [&first, &second] {
            server.progress(late, json!({ "progress": 1 })).await;
            server.give(late, "late").await;
        }
        server.give(&third, "third").await;
        assert_eq!(ended(going).await.unwrap().value, "third", "{era:?}");
    }
}

#[tokio::test]
async fn that_a_call_is_given_up_passes_two_hops() {
    let give_up = async |hold: &Hold, toolkit: Toolkit| {
        let going =
            tokio::spawn(async move { toolkit.call("hold", json!({}), &Session::new()).await });
        hold.begun().await;
        going.abort();
        hold.given_up().await;
    };
    for first in Era::BOTH {
        for second in Era::BOTH {
            let hold = Hold::default();
            let toolkit = hop(hop(hold.toolkit(), first).await, second).await;
            give_up(&hold, toolkit).await;
        }
    }
    let hold = Hold::default();
    let site = Site::start(&McpServer::new(hold.toolkit()), HttpOptions::new()).await;
    let server = ServerUrl::new(format!("http://{}/mcp", site.address));
    let far = McpToolCollection::builder("far", server).connect().await.unwrap();
    give_up(&hold, Toolkit::builder().collection(far).build().unwrap()).await;
}

#[tokio::test]
async fn a_call_that_is_given_up_before_it_begins_is_not_sent() {
    let (mut server, odd) = Scripted::with_tool(Era::Stateless).await;
    let wish = rulebook::Cancellation::new();
    wish.cancel();
    let mut call = ToolCall::default();
    call.cancellation = Some(wish);
    assert!(failed(begin(&odd, "do", call)).await.starts_with("cancelled: "));
    let going = begin(&odd, "do", ToolCall::default());
    let called = server.called().await;
    server.give(&called, "done").await;
    ended(going).await.unwrap();
    assert_eq!(server.heard(), [json!(null); 0]);
}

/// What a server refuses, by the codes of the protocol.
#[tokio::test]
async fn refusals_have_the_code_that_they_mean() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let long = "é".repeat(100_000);
        for (code, message, expected) in [
            (-32602, "`n` is no number", "invalid_arguments: `n` is no number"),
            (
                -32602,
                "Unknown tool: do",
                "unavailable: the server has no such tool any more: Unknown tool: do",
            ),
            (
                -32603,
                "it broke\u{1b}[2J\r\nhere\u{7}",
                "script_failed: it broke\\u{1b}[2J\nhere\\u{7}",
            ),
            (
                -32000,
                "",
                "script_failed: the server refused the call without saying why (error -32000)",
            ),
            (
                -32042,
                "log in first",
                "unavailable: the server wants a person to open a web page before the call, which \
                 is not passed on: log in first",
            ),
            (
                -32021,
                "it needs sampling",
                "unavailable: the server needs something that is not offered to it: it needs sampling",
            ),
            (-1, &long, &format!("script_failed: {}…", "é".repeat(32 * 1024))),
        ] {
            let going = begin(&odd, "do", ToolCall::default());
            let called = server.called().await;
            server.refuse(&called, code, message).await;
            assert_eq!(failed(going).await, expected, "{era:?}");
        }
    }
}

/// A relayed tool keeps what the contract of tools promises.
#[tokio::test]
async fn a_relayed_tool_is_a_tool_like_any_other() {
    for era in Era::BOTH {
        let far = collection(Toolkit::builder().collection(Shop).build().unwrap(), era).await;
        let price = of(&far, "price");
        assert_eq!(price.revision(), of(&far, "price").revision());
        assert!(price.revision().is_some());
        let checked = Conformance::of(price)
            .example(json!({ "sku": "a-1" }))
            .example(json!({ "sku": "a-1", "count": 3 }))
            .failing(json!({ "sku": "" }));
        checked.check().await.unwrap();
    }
}

struct Shop;

#[tool_collection]
impl Shop {
    /// What something costs, in cents.
    #[tool]
    #[expect(clippy::unused_self, reason = "it is the same in every shop")]
    fn price(&self, sku: String, count: Option<u32>) -> Result<Price, ToolError> {
        if sku.is_empty() {
            return Err(ToolError::new(ErrorCode::ScriptFailed, "an article has a number"));
        }
        Ok(Price { cents: 7 * count.unwrap_or(1) })
    }
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Price {
    cents: u32,
}

#[tokio::test]
async fn a_lost_connection_is_told_at_once() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        let going = begin(&odd, "do", ToolCall::default());
        let _called = server.called().await;
        server.end().await;
        let expected = "unavailable: the server of `odd` was lost before it answered";
        assert!(failed(going).await.starts_with(expected), "{era:?}");
    }
}
