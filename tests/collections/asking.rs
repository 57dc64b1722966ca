//! Tools that ask, while a person thinks and when they are run again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rulebook::clock::ManualClock;
use rulebook::{
    Answer, AnswerFuture, Approval, CallOptions, Caller, Collection, ErrorCode, FnTool, Listener,
    Progress, Question, Session, Tool, ToolCall, ToolOutput, ToolSpec, Toolkit,
};
use serde_json::json;
use tokio::sync::Notify;

use super::support::asked;

/// Someone who thinks before each answer, until told to go on.
#[derive(Clone, Default)]
struct Thinker(Arc<Notify>);

impl Listener for Thinker {
    fn progress(&self, _: Progress) {}

    fn ask(&self, _: Question) -> AnswerFuture<'_> {
        Box::pin(async {
            self.0.notified().await;
            Ok(Answer::Declined)
        })
    }
}

/// A tool that asks, and then hangs where it is told to.
fn asker(hangs: bool) -> (Arc<dyn Tool>, Arc<AtomicUsize>) {
    let runs = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&runs);
    let mut spec = ToolSpec::new("order", "Orders something.");
    spec.input_schema = json!({ "type": "object" });
    let tool = FnTool::new(spec, move |call: ToolCall| {
        count.fetch_add(1, Ordering::SeqCst);
        async move {
            call.caller.ask(Question::new("size", "Which size?", json!({}))).await?;
            if hangs {
                std::future::pending::<()>().await;
            }
            Ok(ToolOutput::json(1.into()))
        }
    });
    (Arc::new(tool), runs)
}

#[tokio::test]
async fn the_time_that_a_person_thinks_is_not_the_tools() {
    for hangs in [false, true] {
        let clock = ManualClock::new();
        let desk = Collection::builder("desk").tool(asker(hangs).0).build().unwrap();
        let toolkit = Toolkit::builder()
            .collection(desk)
            .clock(clock.clock())
            .timeout(Duration::from_secs(5))
            .build()
            .unwrap();
        let thinker = Thinker::default();
        let options = CallOptions::new(&Session::new()).caller(&Caller::new(thinker.clone()));
        let call = tokio::spawn(async move { toolkit.call("order", json!({}), options).await });
        for _ in 0..600 {
            tokio::task::yield_now().await;
            clock.advance(Duration::from_secs(1));
        }
        assert!(!call.is_finished());
        thinker.0.notify_one();
        if !hangs {
            assert_eq!(call.await.unwrap().unwrap().done().unwrap().value, 1);
            continue;
        }
        let mut seconds = 0;
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        while !call.is_finished() {
            assert!(seconds < 20, "it is not ended");
            clock.advance(Duration::from_secs(1));
            seconds += 1;
            for _ in 0..10 {
                tokio::task::yield_now().await;
            }
        }
        assert_eq!(call.await.unwrap().unwrap_err().code, ErrorCode::TimedOut);
    }
}

#[tokio::test]
async fn an_approved_call_runs_again_without_another_approval_until_something_changed() {
    let (tool, runs) = asker(false);
    let desk = Collection::builder("desk").tool(tool).requires_approval("order");
    let toolkit = Toolkit::builder().collection(desk.build().unwrap()).build().unwrap();
    let session = Session::new();
    let request = asked(&toolkit, "order", json!({}), &session).await;
    let thinker = Thinker::default();
    let options = CallOptions::new(&session).caller(&Caller::new(thinker.clone()));
    let given_up = toolkit.answer(request.clone(), Approval::Granted, options.clone());
    assert!(tokio::time::timeout(Duration::ZERO, given_up).await.is_err());
    let twice = toolkit.answer(request.clone(), Approval::Granted, options.clone()).await;
    assert_eq!(twice.unwrap_err().code, ErrorCode::Denied);

    thinker.0.notify_one();
    let again = toolkit.resume(request.clone(), options).await.unwrap();
    assert_eq!(again.done().unwrap().value, 1);
    assert_eq!(runs.load(Ordering::SeqCst), 2);

    let elsewhere = toolkit.resume(request.clone(), &Session::new()).await;
    assert_eq!(elsewhere.unwrap_err().code, ErrorCode::Denied);
    let mut other = request;
    other.arguments.insert("of".to_owned(), "shoes".into());
    let renewed = toolkit.resume(other, &session).await.unwrap();
    assert_eq!(renewed.done().unwrap_err().code, ErrorCode::NeedsApproval);
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}
