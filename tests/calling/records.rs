//! What is taken down of calls of scripts: how long they waited for their turn.

use std::time::Duration;

use rulebook::clock::ManualClock;
use rulebook::{
    CallOptions, CallRecord, Cancellation, ErrorCode, Session, ToolError, ToolSet, Toolkit,
};
use serde_json::{Value, json};

use super::support::Folder;

const RULES: &str = "
    fn quick(n: int) -> int { n }
    fn forever() -> int { loop {} }
    fn keep(notes: session) -> int { notes.n = 1; 1 }
    fn keep_forever(notes: session) -> int { loop {} }";

const TOOLS: &[&str] = &["quick", "forever", "keep", "keep_forever"];

const TIME: Duration = Duration::from_secs(60);

struct Kit {
    clock: ManualClock,
    hash: String,
    toolkit: Toolkit,
}

/// A call that runs on a task of its own.
struct Calling {
    record: CallRecord,
    stop: Cancellation,
    ended: tokio::task::JoinHandle<Result<Value, ToolError>>,
}

impl Kit {
    async fn load() -> Self {
        let clock = ManualClock::new();
        let options = ToolSet::options().clock(clock.clock()).timeout(TIME);
        let tools = Folder::with_rules(RULES, TOOLS).load_with(options).await.unwrap();
        let hash = tools.hash().to_owned();
        let toolkit = Toolkit::builder().collection(tools).clock(clock.clock()).build().unwrap();
        Self { clock, hash, toolkit }
    }

    fn call(&self, tool: &'static str, arguments: Value, session: &Session) -> Calling {
        let (record, stop) = (CallRecord::new(), Cancellation::new());
        let options = CallOptions::new(session).record(&record).cancellation(&stop);
        let toolkit = self.toolkit.clone();
        let ended =
            tokio::spawn(
                async move { Ok(toolkit.call(tool, arguments, options).await?.done()?.value) },
            );
        Calling { record, stop, ended }
    }
}

impl Calling {
    /// Waits until it has begun.
    async fn begun(&self) {
        while self.record.waited().is_none() {
            tokio::task::yield_now().await;
        }
    }

    async fn failed(self) -> (ErrorCode, Option<Duration>) {
        let error = self.ended.await.unwrap().unwrap_err();
        (error.code, self.record.waited())
    }
}

#[tokio::test]
async fn a_call_tells_how_long_it_waited_in_the_queue() {
    let kit = Kit::load().await;
    let first = kit.call("forever", json!({}), &Session::new());
    first.begun().await;
    assert_eq!(first.record.waited(), Some(Duration::ZERO));
    assert_eq!(first.record.revision(), Some(&*kit.hash));

    kit.clock.advance(Duration::from_secs(1));
    let second = kit.call("quick", json!({ "n": 2 }), &Session::new());
    let third = kit.call("quick", json!({ "n": 3 }), &Session::new());
    tokio::task::yield_now().await;
    kit.clock.advance(Duration::from_secs(5));
    assert_eq!(second.record.waited(), None);
    first.stop.cancel();
    assert_eq!(second.ended.await.unwrap().unwrap(), 2);
    assert_eq!(third.ended.await.unwrap().unwrap(), 3);
    assert_eq!(second.record.waited(), Some(Duration::from_secs(5)));
    assert_eq!(third.record.waited(), Some(Duration::from_secs(5)));
    // It had begun when it was given up.
    assert_eq!(first.failed().await, (ErrorCode::Cancelled, Some(Duration::ZERO)));
}

#[tokio::test]
async fn the_turn_of_the_session_is_waited_for_as_well() {
    let kit = Kit::load().await;
    let session = Session::new();
    let first = kit.call("keep_forever", json!({}), &session);
    first.begun().await;
    let second = kit.call("keep", json!({}), &session);
    tokio::task::yield_now().await;
    kit.clock.advance(Duration::from_secs(7));
    first.stop.cancel();
    assert_eq!(second.ended.await.unwrap().unwrap(), 1);
    assert_eq!(second.record.waited(), Some(Duration::from_secs(7)));
}

#[tokio::test]
async fn a_call_that_never_began_did_not_wait() {
    let kit = Kit::load().await;
    let wrong = kit.call("quick", json!({ "n": "x" }), &Session::new());
    let revision = wrong.record.clone();
    assert_eq!(wrong.failed().await, (ErrorCode::InvalidArguments, None));
    assert_eq!(revision.revision(), Some(&*kit.hash));

    let session = Session::new();
    let first = kit.call("keep_forever", json!({}), &session);
    first.begun().await;
    // In the queue, and for its session.
    for (tool, arguments) in [("quick", json!({ "n": 1 })), ("keep", json!({}))] {
        let given_up = kit.call(tool, arguments, &session);
        tokio::task::yield_now().await;
        given_up.stop.cancel();
        assert_eq!(given_up.failed().await, (ErrorCode::Cancelled, None), "{tool}");
    }
    let late = kit.call("quick", json!({ "n": 1 }), &Session::new());
    let late_in_session = kit.call("keep", json!({}), &session);
    tokio::task::yield_now().await;
    kit.clock.advance(TIME);
    assert_eq!(late.failed().await, (ErrorCode::TimedOut, None));
    assert_eq!(late_in_session.failed().await, (ErrorCode::TimedOut, None));
    // This one ran out of time while it ran.
    assert_eq!(first.failed().await, (ErrorCode::TimedOut, Some(Duration::ZERO)));
}
