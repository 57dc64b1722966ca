//! A server that is lost, and there again.

use std::sync::Arc;
use std::time::Duration;

use rulebook::{ErrorCode, Session, ToolError, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerState, ServerStatus};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::support::Era;
use crate::support::far::{Far, tool};

/// A collection of the far server's tools, and a toolkit of it.
pub(super) async fn kept(far: &Far) -> (McpToolCollection, Toolkit) {
    let tools = McpToolCollection::builder("far", far.streams()).connect().await.unwrap();
    (tools.clone(), Toolkit::builder().collection(tools).build().unwrap())
}

pub(super) async fn call(toolkit: &Toolkit, tool: &str) -> Result<serde_json::Value, ToolError> {
    let outcome = toolkit.call(tool, json!({ "n": 1 }), &Session::new()).await?;
    Ok(outcome.done().unwrap().value.clone())
}

/// Waits for it to stand as it is wanted.
pub(super) async fn until(
    tools: &McpToolCollection,
    wanted: impl Fn(&ServerStatus) -> bool,
) -> ServerStatus {
    let mut changes = tools.status_changes();
    let long = Duration::from_secs(7200);
    let wait = async {
        let mut status = tools.status();
        while !wanted(&status) {
            status = changes.next().await.unwrap();
        }
        status
    };
    timeout(long, wait).await.unwrap_or_else(|_| panic!("{:?}", tools.status()))
}

#[tokio::test(start_paused = true)]
async fn a_server_that_is_lost_is_connected_again() {
    for era in Era::BOTH {
        let far = Far::new(era);
        let (tools, toolkit) = kept(&far).await;
        assert_eq!(call(&toolkit, "echo").await.unwrap(), json!({ "n": 1 }), "{era:?}");
        far.cut();
        let lost = until(&tools, |status| !status.is_connected()).await;
        let ServerState::Lost { why, next_attempt, since, .. } = lost.state else { panic!() };
        assert_eq!(why, "the server ended the connection");
        assert_eq!(next_attempt.unwrap() - since, Duration::from_millis(500));
        let error = call(&toolkit, "echo").await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable);
        insta::allow_duplicates! {
            insta::assert_snapshot!(error.message, @"the server of `far` cannot be reached now: it is tried again by itself, so call again later");
        }
        assert_eq!(toolkit.specs().len(), 1, "it stays listed");
        let again = until(&tools, ServerStatus::is_connected).await;
        assert_eq!(again.connections, 2);
        assert_eq!(call(&toolkit, "echo").await.unwrap(), json!({ "n": 1 }));
    }
}

#[tokio::test(start_paused = true)]
async fn all_calls_in_flight_fail_at_once_when_it_is_lost() {
    for era in Era::BOTH {
        let far = Far::new(era);
        far.state().tools.push(tool("hang", "Never answers."));
        let (_tools, toolkit) = kept(&far).await;
        let toolkit = Arc::new(toolkit);
        let calls = [(); 8].map(|()| {
            let toolkit = Arc::clone(&toolkit);
            tokio::spawn(async move { call(&toolkit, "hang").await })
        });
        far.heard("tools/call", 8).await;
        far.cut();
        let at = Instant::now();
        for call in calls {
            let error = call.await.unwrap().unwrap_err();
            assert_eq!(error.code, ErrorCode::Unavailable);
            insta::allow_duplicates! {
                insta::assert_snapshot!(error.message, @"the server of `far` was lost before it answered, and whether the call had any effect is not known: it is tried again by itself, so call again later");
            }
        }
        assert!(at.elapsed() < Duration::from_millis(100), "{:?}", at.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn it_is_tried_again_at_longer_and_longer_intervals() {
    let far = Far::new(Era::Sessions);
    let (tools, toolkit) = kept(&far).await;
    far.state().refuses = true;
    far.cut();
    let begun = Instant::now();
    let mut waits = Vec::new();
    for attempt in 2..=10 {
        while far.state().opened < attempt {
            sleep(Duration::from_millis(10)).await;
        }
        waits.push(begun.elapsed().as_secs());
    }
    assert_eq!(waits, [0, 1, 3, 7, 15, 31, 61, 91, 121]);
    let ServerState::Lost { why, .. } = tools.status().state else { panic!() };
    insta::assert_snapshot!(why, @"there are no streams: connection refused");
    assert_eq!(call(&toolkit, "echo").await.unwrap_err().code, ErrorCode::Unavailable);
    far.state().refuses = false;
    until(&tools, ServerStatus::is_connected).await;
    assert!(call(&toolkit, "echo").await.is_ok());
    // One that held for a minute is tried again soon; one that did not, is not.
    for (held, wait) in [(61, 0), (59, 1), (59, 2), (61, 0)] {
        sleep(Duration::from_secs(held)).await;
        let before = tools.status().connections;
        far.cut();
        let at = Instant::now();
        until(&tools, |status| status.connections > before).await;
        assert_eq!(at.elapsed().as_secs(), wait);
    }
}
