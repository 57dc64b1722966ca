//! Calls of one session come one after the other.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use serde_json::{Value, json};

use super::support::Folder;
use super::{call, call_tool, state};
use rulebook::clock::ManualClock;
use rulebook::{Cancellation, ErrorCode, Limits, Session, ToolCall, ToolError, ToolSet};

const RULES: &str = "
    fn add(notes: session) -> int { notes.n = (notes.get(\"n\") ?? 0) + 1; notes.n }
    fn add_by(by: int, notes: session) -> int {
        let before = notes.get(\"n\") ?? 0;
        for i in 0..200 { }
        notes.n = before + by;
        notes.n
    }
    fn slow(notes: session) -> int {
        for i in 0..300_000 { }
        notes.n = (notes.get(\"n\") ?? 0) + 1;
        notes.n
    }
    fn hold(notes: session) -> int { notes.n = -1; block() }
    fn forever(notes: session) -> int { notes.n = -1; loop {} }
    fn other() -> int { 7 }";

const TOOLS: &[&str] = &["add", "add_by", "slow", "hold", "forever", "other"];

fn folder() -> Folder {
    Folder::with_rules(RULES, TOOLS)
}

/// Polls a future once.
async fn poll<F: Future + Unpin + ?Sized>(future: &mut F) -> Option<F::Output> {
    poll_fn(|context| {
        Poll::Ready(match Pin::new(&mut *future).poll(context) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        })
    })
    .await
}

type Calling = Pin<Box<dyn Future<Output = Result<Value, ToolError>> + Send>>;

fn calling(tools: &ToolSet, session: &Session, name: &'static str) -> Calling {
    let (tools, session) = (tools.clone(), session.clone());
    Box::pin(async move { call(&tools, &session, name, json!({})).await })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_storm_of_calls_of_one_session_loses_no_change() {
    let folder = folder();
    let tools = folder.load().await.unwrap();
    let session = Session::new();
    let calls: Vec<_> = (0..500).map(|_| tokio::spawn(calling(&tools, &session, "add"))).collect();
    let mut seen = Vec::new();
    for call in calls {
        seen.push(call.await.unwrap().unwrap().as_i64().unwrap());
    }
    seen.sort_unstable();
    assert_eq!(seen, (1..=500).collect::<Vec<_>>());
    assert_eq!(state(&session), json!({ "n": 500 }));
}

#[tokio::test]
async fn two_sessions_with_a_thousand_calls_each_stay_apart() {
    let folder = folder();
    let tools = folder.load().await.unwrap();
    let (one, two) = (Session::new(), Session::new());
    let add = |session: &Session, by: i64| {
        let (tool, session) = (tools.tool("add_by").unwrap(), session.clone());
        async move { call_tool(tool, &session, json!({ "by": by })).await.unwrap() }
    };
    for count in 1..=1000 {
        let (first, second) = tokio::join!(add(&one, 1), add(&two, 2));
        assert_eq!((first, second), (count.into(), (2 * count).into()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_sessions_call_at_once() {
    let folder = folder();
    let tools = folder.load().await.unwrap();
    let sessions: Vec<_> = (0..64).map(|_| Session::new()).collect();
    let mut calls = Vec::new();
    for _ in 0..10 {
        calls.extend(sessions.iter().map(|one| tokio::spawn(calling(&tools, one, "add"))));
    }
    for call in calls {
        call.await.unwrap().unwrap();
    }
    for session in &sessions {
        assert_eq!(state(session), json!({ "n": 10 }));
    }
}

#[tokio::test]
async fn the_wait_for_a_turn_counts_in_the_time_of_a_call() {
    let clock = ManualClock::new();
    let options = ToolSet::options().clock(clock.clock()).timeout(Duration::from_secs(60));
    let folder = folder();
    let tools = folder.load_with(options).await.unwrap();
    let (session, other) = (Session::new(), Session::new());

    // A call has its turn and is never polled again: its answer is not taken.
    let mut held = calling(&tools, &session, "slow");
    assert!(poll(&mut held).await.is_none());
    let mut waiting = calling(&tools, &session, "add");
    assert!(poll(&mut waiting).await.is_none());
    // Neither other sessions nor calls without one are held up by it.
    assert_eq!(calling(&tools, &other, "add").await.unwrap(), 1);
    assert_eq!(calling(&tools, &session, "other").await.unwrap(), 7);

    clock.advance(Duration::from_secs(59));
    assert!(poll(&mut waiting).await.is_none());
    clock.advance(Duration::from_secs(1));
    let error = waiting.await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    insta::assert_snapshot!(error.message, @"the call did not begin within 60s, because another call of its session took too long: try again later, or give it more time");
    assert_eq!(session.entries(), [], "nothing is kept before the answer is taken");
    assert_eq!(held.await.unwrap(), 1);
    assert_eq!(calling(&tools, &session, "add").await.unwrap(), 2);
}

#[tokio::test]
async fn the_rest_of_the_time_is_that_of_the_call_itself() {
    let clock = ManualClock::new();
    let options = ToolSet::options().clock(clock.clock()).timeout(Duration::from_secs(60));
    let folder = folder();
    let tools = folder.load_with(options).await.unwrap();
    let session = Session::new();
    let mut held = calling(&tools, &session, "slow");
    assert!(poll(&mut held).await.is_none());
    let mut late = calling(&tools, &session, "forever");
    assert!(poll(&mut late).await.is_none());
    clock.advance(Duration::from_secs(50));
    // The first call's turn ends, and the second one runs for ten seconds.
    drop(held);
    assert!(poll(&mut late).await.is_none());
    clock.advance(Duration::from_secs(10));
    let error = late.await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert!(error.message.contains("60s"), "{error}");
    assert_eq!(session.entries(), []);
}

#[tokio::test]
async fn a_call_that_is_dropped_or_given_up_leaves_its_turn_and_keeps_nothing() {
    let folder = folder();
    let options = ToolSet::options().timeout(Duration::from_secs(120));
    let tools = folder.load_with(options).await.unwrap();
    let session = Session::new();
    for polls in 0..3 {
        // Dropped before it began, when it has its turn, and while it waits for it.
        let mut held = calling(&tools, &session, "forever");
        for _ in 0..polls.min(1) {
            assert!(poll(&mut held).await.is_none());
        }
        let mut waiting = calling(&tools, &session, "add");
        if polls == 2 {
            assert!(poll(&mut waiting).await.is_none());
        }
        drop(waiting);
        drop(held);
        assert_eq!(calling(&tools, &session, "add").await.unwrap(), polls + 1);
    }
    // Given up while it runs, and while it waits.
    let wish = Cancellation::new();
    let carrying = |name: &str| {
        let mut call = ToolCall::default().in_session(&session);
        call.cancellation = Some(wish.clone());
        let tool = tools.tool(name).unwrap();
        async move { tool.call(call).await.map(|output| output.value) }
    };
    let (running, waiting, ()) = tokio::join!(carrying("forever"), carrying("add"), async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        wish.cancel();
    });
    for ended in [running, waiting] {
        assert_eq!(ended.unwrap_err().code, ErrorCode::Cancelled);
    }
    assert_eq!(calling(&tools, &session, "add").await.unwrap(), 4);
}

#[tokio::test]
async fn a_function_that_holds_its_thread_up_does_not_hold_up_its_session() {
    let folder = folder();
    let options = ToolSet::options().timeout(Duration::from_millis(700));
    let tools = folder.load_with_host(options).await.unwrap();
    let session = Session::new();
    calling(&tools, &session, "add").await.unwrap();
    let error = calling(&tools, &session, "hold").await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert_eq!(calling(&tools, &session, "add").await.unwrap(), 2);
}

#[tokio::test]
async fn so_many_calls_may_wait_for_a_turn_and_no_more() {
    let folder = folder();
    let mut limits = Limits::default();
    limits.waiting_calls = 3;
    let tools = folder.load_with(ToolSet::options().limits(limits)).await.unwrap();
    let session = Session::new();
    let mut held = calling(&tools, &session, "slow");
    assert!(poll(&mut held).await.is_none());
    let mut waiting: Vec<_> = (0..4).map(|_| calling(&tools, &session, "add")).collect();
    let mut told = Vec::new();
    for call in &mut waiting {
        told.extend(poll(call).await.map(|result| result.unwrap_err().to_string()));
    }
    insta::assert_snapshot!(told.join("\n"), @"limit_exceeded: more than 3 calls wait for their sessions: try again when fewer do");
    waiting.pop();
    drop(held);
    for call in waiting {
        call.await.unwrap();
    }
    assert_eq!(state(&session), json!({ "n": 3 }));
}

#[tokio::test]
async fn clones_and_generations_share_their_turns() {
    let folder = Arc::new(folder());
    // Two tool sets of one name stand for two generations that serve at once.
    let (old, new) = (folder.load().await.unwrap(), folder.load().await.unwrap());
    let session = Session::new();
    let mut calls = Vec::new();
    for count in 0..200 {
        let tools = if count % 2 == 0 { &old } else { &new };
        calls.push(tokio::spawn(calling(tools, &session, "add")));
    }
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(state(&session), json!({ "n": 200 }));
}
