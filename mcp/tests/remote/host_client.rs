//! A client that the host has and goes on owning.

use std::sync::Arc;

use rmcp::model::CallToolRequestParams;
use rulebook::{ErrorCode, Session, Tool, ToolCollection, Toolkit};
use rulebook_mcp::{McpServer, McpToolCollection};
use serde_json::json;
use tokio::time::timeout;

use crate::support::Era;
use crate::support::shelf::{Heard, Listening, Shelf};
use crate::support::web::LONG;

async fn over(host: &Listening) -> McpToolCollection {
    let client = host.client.peer().clone();
    McpToolCollection::builder("shelf", client).connect().await.unwrap()
}

/// The host's own call.
async fn works(host: &Listening) {
    let call = host.client.call_tool(CallToolRequestParams::new("one"));
    let result = timeout(LONG, call).await.expect("the host's client is held up").unwrap();
    assert_eq!(result.is_error, Some(false), "{result:?}");
}

fn names(tools: &McpToolCollection) -> Vec<String> {
    let tools = Arc::new(tools.clone()).tools();
    tools.iter().map(|tool| tool.spec().name.clone()).collect()
}

#[tokio::test]
async fn its_tools_are_called_like_any_other() {
    for era in Era::BOTH {
        let host = Listening::to(&McpServer::new(Shelf::with_tools(&["one"]).toolkit()), era).await;
        let toolkit = Toolkit::builder().collection(over(&host).await).build().unwrap();
        let outcome = toolkit.call("one", json!({}), &Session::new()).await.unwrap();
        // An older client takes objects alone.
        let one = if era == Era::Sessions { json!({ "result": 1 }) } else { json!(1) };
        assert_eq!(outcome.done().unwrap().value, one, "{era:?}");
        works(&host).await;
    }
}

#[tokio::test]
async fn it_works_on_when_the_collection_is_closed_or_dropped() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["one"]);
        let mut host = Listening::to(&McpServer::new(shelf.toolkit()), era).await;
        let closed = over(&host).await;
        let [tool] = Arc::new(closed.clone()).tools().try_into().unwrap_or_else(|_| panic!());
        closed.close().await;
        let call = rulebook::ToolCall::new(serde_json::Map::new());
        let error = Arc::<dyn Tool>::clone(&tool).call(call).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{era:?} {error}");
        works(&host).await;
        let dropped = over(&host).await;
        drop((dropped, closed, tool));
        works(&host).await;
        shelf.set_tools(&["one", "two"]);
        assert_eq!(host.next().await, Heard::Tools, "{era:?}");
    }
}

#[tokio::test]
async fn what_its_handler_hears_is_the_hosts_who_has_the_list_read_again() {
    for era in Era::BOTH {
        let shelf = Shelf::with_tools(&["one"]);
        let mut host = Listening::to(&McpServer::new(shelf.toolkit()), era).await;
        let tools = over(&host).await;
        let mut notice = tools.changes().unwrap();
        shelf.set_tools(&["one", "two"]);
        assert_eq!(host.next().await, Heard::Tools, "{era:?}");
        assert_eq!(names(&tools), ["one"], "{era:?}");
        tools.refresh().await.unwrap();
        assert_eq!(names(&tools), ["one", "two"], "{era:?}");
        timeout(LONG, notice.changed()).await.unwrap();
        works(&host).await;
    }
}

#[tokio::test]
async fn when_the_host_closes_it_calls_are_unavailable() {
    for era in Era::BOTH {
        let host = Listening::to(&McpServer::new(Shelf::with_tools(&["one"]).toolkit()), era).await;
        let tools = over(&host).await;
        let toolkit = Toolkit::builder().collection(tools.clone()).build().unwrap();
        let mut changes = tools.status_changes();
        drop(host);
        let lost = async { while changes.next().await.unwrap().is_connected() {} };
        timeout(LONG, lost).await.expect("it is not noticed");
        let error = toolkit.call("one", json!({}), &Session::new()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{era:?} {error}");
        assert_eq!(names(&tools), ["one"]);
    }
}

#[tokio::test]
async fn one_that_is_closed_already_says_so() {
    for era in Era::BOTH {
        let host = Listening::to(&McpServer::new(Shelf::with_tools(&["one"]).toolkit()), era).await;
        let client = host.client.peer().clone();
        drop(host);
        let closed = async {
            while !client.is_transport_closed() {
                tokio::task::yield_now().await;
            }
        };
        timeout(LONG, closed).await.unwrap();
        let error = McpToolCollection::builder("shelf", client).connect().await.unwrap_err();
        insta::allow_duplicates! { insta::assert_snapshot!(error, @"the host's client is closed"); }
    }
}
