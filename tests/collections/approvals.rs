//! Calls that someone has to approve.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rulebook::{
    Approval, ApprovalRequest, CallOptions, CallOutcome, Collection, ErrorCode, PermissionMode,
    PermissionPolicy, Session, Tool, ToolKind, ToolSet, Toolkit,
};
use serde_json::{Value, json};

use super::support::{asked, call, counted, echo};
use crate::support::{Folder, alone};

fn guarded(tool: Arc<dyn Tool>) -> Toolkit {
    let name = tool.spec().name.clone();
    let collection = Collection::builder("desk").tool(tool).requires_approval(name);
    Toolkit::builder().collection(collection.build().unwrap()).build().unwrap()
}

/// The request as another process reads it.
fn elsewhere(request: &ApprovalRequest) -> ApprovalRequest {
    serde_json::from_str(&serde_json::to_string(request).unwrap()).unwrap()
}

#[tokio::test]
async fn nothing_runs_before_it_is_approved_and_then_exactly_that() {
    let (tool, runs) = counted("refund");
    let toolkit = guarded(tool);
    let session = Session::new();
    let request = asked(&toolkit, "refund", json!({}), &session).await;
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    assert_eq!(elsewhere(&request), request);
    let outcome = toolkit.answer(elsewhere(&request), Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, 1);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_request_shows_what_would_run() {
    let toolkit = guarded(echo("refund"));
    let options = CallOptions::new(&Session::new()).call_id("call_7");
    let request = asked(&toolkit, "refund", json!({ "amount": "12.50" }), options).await;
    let mut shown = serde_json::to_value(&request).unwrap();
    for varies in ["/id", "/session", "/binding/tool", "/binding/arguments"] {
        assert_ne!(shown.pointer(varies), None, "{varies}");
        *shown.pointer_mut(varies).unwrap() = "...".into();
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&shown).unwrap(), @r#"
    {
      "version": 1,
      "id": "...",
      "session": "...",
      "tool": "refund",
      "collection": "desk",
      "description": "Runs refund.",
      "arguments": {
        "amount": "12.50"
      },
      "callId": "call_7",
      "binding": {
        "tool": "...",
        "revision": null,
        "arguments": "..."
      }
    }
    "#);
}

#[tokio::test]
async fn a_denial_reaches_the_model_with_its_reason() {
    let (tool, runs) = counted("refund");
    let toolkit = guarded(tool);
    let session = Session::new();
    let mut told = Vec::new();
    for answer in [
        Approval::denied("the amount is too high"),
        Approval::denied("line one\nline two"),
        Approval::Denied { reason: None },
    ] {
        let request = asked(&toolkit, "refund", json!({}), &session).await;
        let error = toolkit.answer(request, answer, &session).await.unwrap_err();
        told.push(error.to_string());
    }
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    insta::assert_snapshot!(told.join("\n"), @r"
    denied: the call of `refund` was not approved: the amount is too high
    denied: the call of `refund` was not approved: line one\nline two
    denied: the call of `refund` was not approved
    ");
}

#[tokio::test]
async fn approving_twice_runs_once_here_and_in_another_process() {
    let (tool, runs) = counted("refund");
    let toolkit = guarded(Arc::clone(&tool));
    let session = Session::new();
    let request = asked(&toolkit, "refund", json!({}), &session).await;
    let saved: Session = session.to_json().to_string().parse().unwrap();
    let both = tokio::join!(
        toolkit.answer(request.clone(), Approval::Granted, &session),
        toolkit.answer(request.clone(), Approval::Granted, &saved),
    );
    assert_eq!((both.0.is_ok(), both.1.is_ok()), (true, false));
    insta::assert_snapshot!(both.1.unwrap_err(), @"denied: this request to call `refund` was answered before, and a request is answered once");
    // Another process knows it by the session.
    let later: Session = session.to_json().to_string().parse().unwrap();
    let error = guarded(tool).answer(request, Approval::Granted, &later).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Denied);
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[test]
fn a_request_is_answered_by_another_process() {
    let test = "collections::approvals::a_request_is_answered_by_another_process";
    let folder = rules("fn refund(amount: decimal) -> string { `refunded ${amount}` }");
    match alone::told() {
        None => alone::block_on(async {
            let session = Session::new();
            let toolkit = desk(&folder).await;
            let request = asked(&toolkit, "refund", json!({ "amount": 5 }), &session).await;
            let kept = json!({ "request": request, "session": session }).to_string();
            let output = alone::command(test, &kept).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
        }),
        Some(kept) => alone::block_on(async {
            let kept: Value = serde_json::from_str(&kept).unwrap();
            let request: ApprovalRequest = serde_json::from_value(kept["request"].clone()).unwrap();
            let session: Session = serde_json::from_value(kept["session"].clone()).unwrap();
            let toolkit = desk(&folder).await;
            let outcome = toolkit.answer(request.clone(), Approval::Granted, &session).await;
            assert_eq!(outcome.unwrap().done().unwrap().value, "refunded 5");
            let session: Session = session.to_json().to_string().parse().unwrap();
            let again = desk(&folder).await.answer(request, Approval::Granted, &session).await;
            assert_eq!(again.unwrap_err().code, ErrorCode::Denied);
        }),
    }
}

#[tokio::test]
async fn a_request_is_answered_in_its_own_session() {
    let (tool, runs) = counted("refund");
    let (toolkit, ada, bob) = (guarded(tool), Session::new(), Session::new());
    let request = asked(&toolkit, "refund", json!({}), &ada).await;
    let error = toolkit.answer(request.clone(), Approval::Granted, &bob).await.unwrap_err();
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    insta::assert_snapshot!(error, @"denied: this request to call `refund` belongs to another session: answer it in the one that it was asked in");
    // That was no answer: the right one still counts.
    let outcome = toolkit.answer(request, Approval::Granted, Session::with_id(ada.id())).await;
    assert_eq!(outcome.unwrap().done().unwrap().value, 1);
}

#[tokio::test]
async fn a_denied_request_cannot_be_approved_later() {
    let (tool, runs) = counted("refund");
    let (toolkit, session) = (guarded(tool), Session::new());
    let request = asked(&toolkit, "refund", json!({}), &session).await;
    toolkit.answer(request.clone(), Approval::denied("no"), &session).await.unwrap_err();
    let error = toolkit.answer(request, Approval::Granted, &session).await.unwrap_err();
    assert_eq!((error.code, runs.load(Ordering::SeqCst)), (ErrorCode::Denied, 0));
}

fn rules(script: &str) -> Folder {
    Folder::with_rules(script, &["refund"])
}

async fn desk(folder: &Folder) -> Toolkit {
    let rules = folder.load_with(ToolSet::options()).await.unwrap();
    let desk = Collection::builder("desk").collection(rules).requires_approval("refund");
    Toolkit::builder().collection(desk.build().unwrap()).build().unwrap()
}

#[tokio::test]
async fn a_manifest_says_which_of_its_tools_are_asked_about_and_what_kind_they_are() {
    let export = |name: &str, kind: &str, approval: bool| json!({ "name": name, "kind": kind, "requiresApproval": approval, "description": "Runs." });
    let manifest = json!({
        "schemaVersion": 1,
        "script": "rules.rhai",
        "exports": [export("look", "read", false), export("refund", "edit", true)]
    });
    let folder = Folder::new()
        .file("rules.rhai", "fn look() -> int { 1 } fn refund() -> int { 2 }")
        .file("rules.json", manifest.to_string());
    let rules = folder.load().await.unwrap();
    let toolkit = Toolkit::builder().collection(rules).build().unwrap();
    let session = Session::new();
    assert_eq!(call(&toolkit, "look", json!({}), &session).await.unwrap(), 1);
    let request = asked(&toolkit, "refund", json!({}), &session).await;
    assert_eq!(request.kind, Some(ToolKind::Edit));
    assert_eq!(request.source.as_ref().unwrap().function, "refund");
    let plan = CallOptions::new(&session).policy(PermissionPolicy::new(PermissionMode::Plan));
    let error = toolkit.call("refund", json!({}), plan).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Denied);
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, 2);
}

#[tokio::test]
async fn the_arguments_that_are_shown_are_those_that_run() {
    let folder = rules("fn refund(amount: decimal, count: int) -> string { `${amount} ${count}` }");
    let toolkit = desk(&folder).await;
    let session = Session::new();
    let request =
        asked(&toolkit, "refund", json!({ "count": "3", "amount": "12.50" }), &session).await;
    assert_eq!(Value::from(request.arguments.clone()), json!({ "amount": "12.50", "count": 3 }));
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().value, "12.50 3");
    // What would not run is not asked about.
    let error = toolkit.call("refund", json!({ "amount": true }), &session).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidArguments);
}

#[tokio::test]
async fn what_has_changed_meanwhile_makes_a_request_void_and_is_asked_again() {
    let script =
        |text: &str| format!("fn refund(amount: int) -> string {{ `{text} ${{amount}}` }}");
    let session = Session::new();
    let before = desk(&rules(&script("refunded"))).await;
    let request = asked(&before, "refund", json!({ "amount": 5 }), &session).await;

    // The same rules in another process, of another folder.
    let same = desk(&rules(&script("refunded"))).await;
    let later = || Session::with_id(session.id());
    let outcome = same.answer(elsewhere(&request), Approval::Granted, later()).await;
    assert_eq!(outcome.unwrap().done().unwrap().value, "refunded 5");

    let mut again = Vec::new();
    let other_rules = desk(&rules(&script("kept"))).await;
    let other_tool = rules("fn refund(amount: float) -> string { `refunded ${amount}` }");
    let other_tool = desk(&other_tool).await;
    let mut other_arguments = elsewhere(&request);
    other_arguments.arguments.insert("amount".to_owned(), json!(500));
    for (toolkit, request) in [
        (&other_rules, elsewhere(&request)),
        (&other_tool, elsewhere(&request)),
        (&desk(&rules(&script("refunded"))).await, other_arguments),
    ] {
        let outcome = toolkit.answer(request.clone(), Approval::Granted, later()).await;
        let CallOutcome::NeedsApproval(new) = outcome.unwrap() else { panic!("it ran") };
        assert_ne!(new.id, request.id);
        again.push(new.asked_again.clone().unwrap());
        // The new one holds for what is there now.
        let outcome = toolkit.answer(new, Approval::Granted, later()).await.unwrap();
        again.push(outcome.done().unwrap().value.to_string());
    }
    insta::assert_snapshot!(again.join("\n"), @r#"
    the rules behind the tool have changed since it was asked about
    "kept 5"
    the tool has changed since it was asked about
    "refunded 5.0"
    the arguments are not those that were asked about
    "refunded 500"
    "#);

    let gone = Toolkit::builder().build().unwrap();
    let error = gone.answer(request, Approval::Granted, later()).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
}

#[tokio::test]
async fn kinds_grant_nothing_and_a_policy_answers_what_it_can() {
    let (tool, runs) = counted("look");
    let collection = |required: bool| {
        let desk = Collection::builder("desk").tool(Arc::clone(&tool)).kind("look", ToolKind::Read);
        if required { desk.requires_approval("look") } else { desk }.build().unwrap()
    };
    let session = Session::new();
    let toolkit = Toolkit::builder().collection(collection(true)).build().unwrap();
    let _ = asked(&toolkit, "look", json!({}), &session).await;
    let ask = PermissionPolicy::new(PermissionMode::Ask);
    let options = || CallOptions::new(&session).policy(ask.clone());
    let _ = asked(&toolkit, "look", json!({}), options()).await;
    assert_eq!(runs.load(Ordering::SeqCst), 0);
    let accept = PermissionPolicy::new(PermissionMode::AcceptEdits);
    let toolkit = Toolkit::builder().collection(collection(true)).policy(accept).build().unwrap();
    assert_eq!(call(&toolkit, "look", json!({}), &session).await.unwrap(), 1);
    // The policy of a call comes before that of the toolkit.
    let _ = asked(&toolkit, "look", json!({}), options()).await;
}

#[test]
fn a_request_that_is_not_one_is_refused() {
    let texts = [
        "{}",
        r#"{"version":2,"id":"x"}"#,
        r#"{"version":1,"id":"x","tool":"t","collection":"c","description":"d","arguments":[]}"#,
    ];
    let told: Vec<_> = texts
        .iter()
        .map(|text| serde_json::from_str::<ApprovalRequest>(text).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(told.join("\n"), @"
    missing field `version` at line 1 column 2
    an approval request of version 2, and version 1 is known at line 1 column 12
    invalid type: sequence, expected a map at line 1 column 80
    ");
}
