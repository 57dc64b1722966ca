//! Calls that are asked about before they are made, and answers that are taken before what
//! they are about runs.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};

use rulebook::{
    Approval, ApprovalRequest, CallOptions, CallOutcome, Collection, ErrorCode, PermissionMode,
    PermissionPolicy, Session, ToolKind, ToolSet, Toolkit, ToolkitEvent, ToolkitEvents,
};
use serde_json::{Value, json};

use super::support::{counted, echo};
use crate::support::Folder;

async fn desk(script: &str) -> Toolkit {
    let rules = Folder::with_rules(script, &["refund"]).load_with(ToolSet::options()).await;
    let desk = Collection::builder("desk").collection(rules.unwrap()).tool(echo("look"));
    let desk = desk.kind("look", ToolKind::Read).kind("refund", ToolKind::Edit);
    let desk = desk.requires_approval("refund").build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

const PAYS: &str = "fn refund(amount: decimal) -> string { `paid ${amount}` }";
const KEEPS: &str = "fn refund(amount: decimal) -> string { `kept ${amount}` }";

fn request(toolkit: &Toolkit, amount: Value, session: &Session) -> ApprovalRequest {
    let arguments = json!({ "amount": amount });
    toolkit.request("refund", arguments, session).unwrap().unwrap()
}

/// The events of approvals, in words.
fn told(events: &mut ToolkitEvents) -> Vec<String> {
    let mut told = Vec::new();
    let mut now = || match pin!(events.next()).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(event) => event,
        Poll::Pending => None,
    };
    while let Some(event) = now() {
        match event {
            ToolkitEvent::ApprovalAsked { tool, .. } => told.push(format!("asked {tool}")),
            ToolkitEvent::ApprovalAnswered { tool, granted, .. } => {
                told.push(format!("answered {tool} {granted}"));
            }
            _ => {}
        }
    }
    told
}

#[tokio::test]
async fn a_call_is_asked_about_as_if_it_were_made_and_is_not() {
    let (tool, runs) = counted("refund");
    let desk = Collection::builder("desk").tool(tool).tool(echo("look"));
    let desk = desk.requires_approval("refund").build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let session = Session::new();
    let mut events = toolkit.events();

    let options = || CallOptions::new(&session).call_id("call_7");
    let ahead = toolkit.request("refund", json!({}), options()).unwrap().unwrap();
    let CallOutcome::NeedsApproval(made) =
        toolkit.call("refund", json!({}), options()).await.unwrap()
    else {
        panic!("it ran")
    };
    assert_ne!(ahead.id, made.id);
    let apart = |request: ApprovalRequest| {
        let mut shown = serde_json::to_value(request).unwrap();
        shown["id"] = Value::Null;
        shown
    };
    assert_eq!(apart(ahead.clone()), apart(*made));
    assert_eq!(toolkit.request("look", json!({ "any": 1 }), &session).unwrap(), None);
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    assert_eq!(told(&mut events), ["asked refund", "asked refund"]);

    let outcome = toolkit.answer(ahead, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, 1);
    assert_eq!(told(&mut events), ["answered refund true"]);
}

#[tokio::test]
async fn what_would_not_run_is_told_and_asked_of_nobody() {
    let toolkit = desk(PAYS).await;
    let session = Session::new();
    let mut events = toolkit.events();
    let plan = || CallOptions::new(&session).policy(PermissionPolicy::new(PermissionMode::Plan));
    let told_of: Vec<_> = [
        toolkit.request("refnd", json!({}), &session),
        toolkit.request("refund", json!({ "amount": true }), &session),
        toolkit.request("refund", json!([1]), &session),
        toolkit.request("refund", json!({ "amount": 1 }), plan()),
    ]
    .into_iter()
    .map(|asked| asked.map_or_else(|error| error.to_string(), |asked| format!("{asked:?}")))
    .collect();
    insta::assert_snapshot!(told_of.join("\n"), @"
    unknown_tool: there is no tool `refnd`; did you mean `refund`?
    invalid_arguments: `amount`: expected decimal, found a boolean
    invalid_arguments: the arguments are an array, and must be an object
    denied: `refund` changes data, and nothing is changed while planning: do not call it now, finish the plan with the tools that only read, and present it
    ");
    let accept = PermissionPolicy::new(PermissionMode::AcceptEdits);
    let options = CallOptions::new(&session).policy(accept);
    assert!(toolkit.request("refund", json!({ "amount": 1 }), options).unwrap().is_none());
    assert_eq!(told(&mut events), [""; 0]);
}

#[tokio::test]
async fn an_answer_that_was_taken_runs_exactly_what_was_approved() {
    let toolkit = desk(PAYS).await;
    let session = Session::new();
    let mut events = toolkit.events();
    let granted = request(&toolkit, json!("12.50"), &session);
    let denied = request(&toolkit, json!(500), &session);

    let granted = toolkit.accept(granted, Approval::Granted, &session).unwrap();
    let denied = toolkit.accept(denied, Approval::denied("too much"), &session).unwrap();
    assert_eq!(granted.request().arguments["amount"], "12.50");
    assert_eq!(*denied.answer(), Approval::denied("too much"));
    assert_eq!(
        told(&mut events),
        ["asked refund", "asked refund", "answered refund true", "answered refund false"]
    );

    let outcome = toolkit.run_answered(granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, "paid 12.50");
    let error = toolkit.run_answered(denied, &session).await.unwrap_err();
    insta::assert_snapshot!(error, @"denied: the call of `refund` was not approved: too much");
    // To run an answer is no other answer.
    assert_eq!(told(&mut events), [""; 0]);
}

#[tokio::test]
async fn an_answer_is_taken_once_and_in_its_own_session() {
    let toolkit = desk(PAYS).await;
    let (session, other) = (Session::new(), Session::new());
    let asked = request(&toolkit, json!(5), &session);
    let granted = || Approval::Granted;
    let mut refused = Vec::new();

    refused.push(toolkit.accept(asked.clone(), granted(), &other).unwrap_err().to_string());
    refused.push(toolkit.renewed(&asked, &granted(), &other).unwrap_err().to_string());
    let answered = toolkit.accept(asked.clone(), granted(), &session).unwrap();
    refused.push(toolkit.accept(asked.clone(), granted(), &session).unwrap_err().to_string());
    refused.push(toolkit.renewed(&asked, &granted(), &session).unwrap_err().to_string());
    let denied = Approval::denied("no");
    refused.push(toolkit.renewed(&asked, &denied, &session).unwrap_err().to_string());
    refused.push(toolkit.run_answered(answered.clone(), &other).await.unwrap_err().to_string());
    insta::assert_snapshot!(refused.join("\n"), @"
    denied: this request to call `refund` belongs to another session: answer it in the one that it was asked in
    denied: this request to call `refund` belongs to another session: answer it in the one that it was asked in
    denied: this request to call `refund` was answered before, and a request is answered once
    denied: this request to call `refund` was answered before, and a request is answered once
    denied: this request to call `refund` was answered before, and a request is answered once
    denied: this request to call `refund` belongs to another session: answer it in the one that it was asked in
    ");

    let error = toolkit.answer(asked.clone(), granted(), &session).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Denied);
    // In another process it is known by the session.
    let later: Session = session.to_json().to_string().parse().unwrap();
    let elsewhere = desk(PAYS).await;
    assert!(elsewhere.accept(asked.clone(), granted(), &later).is_err());
    assert!(elsewhere.renewed(&asked, &granted(), &later).is_err());
    assert!(toolkit.run_answered(answered, &session).await.is_ok());
}

#[tokio::test]
async fn what_is_void_is_asked_again_before_its_answer_is_taken() {
    let session = Session::new();
    let before = desk(PAYS).await;
    let asked = request(&before, json!(5), &session);
    let granted = Approval::Granted;
    assert_eq!(before.renewed(&asked, &granted, &session).unwrap(), None);

    let later = || Session::with_id(session.id());
    let after = desk(KEEPS).await;
    let mut events = after.events();
    // Nobody has to be asked about what was not approved, or would not run anyway.
    let session = later();
    assert_eq!(after.renewed(&asked, &Approval::denied("no"), &session).unwrap(), None);
    let gone = Toolkit::builder().build().unwrap();
    assert_eq!(gone.renewed(&asked, &granted, later()).unwrap(), None);
    let plan = CallOptions::new(&session).policy(PermissionPolicy::new(PermissionMode::Plan));
    assert_eq!(after.renewed(&asked, &granted, plan).unwrap(), None);
    assert_eq!(told(&mut events), [""; 0]);

    let again = after.renewed(&asked, &granted, &session).unwrap().unwrap();
    assert_eq!(again.arguments, asked.arguments);
    let why = again.asked_again.clone().unwrap();
    assert_eq!(why, "the rules behind the tool have changed since it was asked about");
    // The void one is not asked again twice.
    let error = after.renewed(&asked, &granted, &session).unwrap_err();
    assert_eq!(error.code, ErrorCode::Denied);
    assert_eq!(told(&mut events), ["answered refund true", "asked refund"]);

    let answered = after.accept(again, granted, &session).unwrap();
    let outcome = after.run_answered(answered, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, "kept 5");
}

#[tokio::test]
async fn what_becomes_void_after_its_answer_was_taken_does_not_run() {
    let session = Session::new();
    let before = desk(PAYS).await;
    let asked = request(&before, json!(5), &session);
    let answered = before.accept(asked.clone(), Approval::Granted, &session).unwrap();
    let outcome = desk(KEEPS).await.run_answered(answered, &session).await.unwrap();
    let CallOutcome::NeedsApproval(again) = outcome else { panic!("it ran") };
    assert_ne!(again.id, asked.id);
    assert!(again.asked_again.is_some());
}

#[tokio::test]
async fn one_of_many_answers_at_once_is_taken() {
    let (tool, _) = counted("refund");
    let desk = Collection::builder("desk").tool(Arc::clone(&tool)).requires_approval("refund");
    let toolkit = Toolkit::builder().collection(desk.build().unwrap()).build().unwrap();
    let session = Session::new();
    let asked = toolkit.request("refund", json!({}), &session).unwrap().unwrap();
    let taken = std::thread::scope(|scope| {
        let takes = || toolkit.accept(asked.clone(), Approval::Granted, &session).is_ok();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(takes)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
}
