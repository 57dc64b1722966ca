//! Both eras of the protocol, against our own server.

use std::sync::Arc;

use rulebook::ToolCollection;
use rulebook_mcp::McpToolCollection;
use serde_json::json;
use tokio::time::timeout;

use super::{Own, call, echo, tools};
use crate::support::Era;
use crate::support::hold::Hold;
use crate::support::shelf::Shelf;
use crate::support::web::LONG;

#[tokio::test]
async fn a_servers_tools_are_called_over_http() {
    for (era, revision) in [(Era::Sessions, "2025-11-25"), (Era::Stateless, "2026-07-28")] {
        let own = Own::start(Hold::default().toolkit(), era).await;
        let (far, toolkit) = tools(own.server()).await;
        let given = json!({ "n": 9_007_199_254_740_993_i64, "text": "é" });
        assert_eq!(call(&toolkit, "echo", given.clone()).await.unwrap(), given, "{era:?}");
        assert_eq!(far.status().protocol.as_deref(), Some(revision));
    }
}

#[tokio::test]
async fn a_change_of_the_list_is_heard() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["one"]);
        let own = Own::start(shelf.toolkit(), era).await;
        let (far, _) = tools(own.server()).await;
        let mut notice = far.changes().unwrap();
        // A change before the stream is there is not heard by it.
        let names = || {
            let tools = Arc::new(far.clone()).tools();
            tools.iter().map(|tool| tool.spec().name.clone()).collect::<Vec<_>>()
        };
        let heard = async {
            let mut number = 0;
            while names().len() < 2 {
                number += 1;
                shelf.set_tools(if number % 2 == 1 { &["one", "two"] } else { &["one"] });
                let _ = timeout(std::time::Duration::from_millis(300), notice.changed()).await;
            }
        };
        timeout(LONG, heard).await.unwrap_or_else(|_| panic!("{era:?}: nothing is heard"));
    }
}

#[tokio::test]
async fn calls_that_hang_hold_up_no_others() {
    for era in Era::BOTH {
        let hold = Hold::default();
        let own = Own::start(hold.toolkit(), era).await;
        let (_, toolkit) = tools(own.server()).await;
        let hanging: Vec<_> = (0..40)
            .map(|_| {
                let toolkit = toolkit.clone();
                tokio::spawn(async move { call(&toolkit, "hold", json!({})).await })
            })
            .collect();
        for _ in &hanging {
            hold.begun().await;
        }
        timeout(LONG, echo(&toolkit)).await.expect("it is held up").unwrap();
        for _ in &hanging {
            hold.go();
        }
        for hanging in hanging {
            hanging.await.unwrap().unwrap();
        }
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_is_given_up_over_there() {
    for era in Era::BOTH {
        let hold = Hold::default();
        let own = Own::start(hold.toolkit(), era).await;
        let (_, toolkit) = tools(own.server()).await;
        let held = toolkit.clone();
        let hanging = tokio::spawn(async move { call(&held, "hold", json!({})).await });
        hold.begun().await;
        hanging.abort();
        hold.given_up().await;
        echo(&toolkit).await.unwrap();
    }
}

#[tokio::test]
async fn a_session_ends_with_its_collection() {
    use crate::support::rude::Rude;
    for closed in [true, false] {
        let rude = Rude::with(Era::Sessions, "", |_| String::new()).await;
        let far = McpToolCollection::builder("far", rude.url()).connect().await.unwrap();
        if closed {
            far.close().await;
        }
        drop(far);
        let ended = async {
            while rude.seen("DELETE").is_empty() {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONG, ended).await.expect("the session goes on");
        assert_eq!(rude.seen("DELETE").first().unwrap().header("mcp-session-id"), Some("s1"));
    }
}
