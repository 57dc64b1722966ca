//! What is taken down of calls of tools in Rust, and of such that follow their files.

use std::sync::Arc;
use std::time::Duration;

use rulebook::clock::ManualClock;
use rulebook::{
    CallOptions, CallRecord, Cancellation, Collection, ErrorCode, FnTool, Session, Tool, ToolCall,
    ToolFuture, ToolOutput, ToolSet, ToolSpec, Toolkit,
};
use serde_json::{Value, json};

use super::support::{call, echo};
use crate::support::Folder;

/// A tool that implements the contract itself, with a revision.
struct ByHand;

impl Tool for ByHand {
    fn spec(&self) -> Arc<ToolSpec> {
        Arc::new(ToolSpec::new("by_hand", "Runs."))
    }

    fn call(&self, _: ToolCall) -> ToolFuture<'_> {
        Box::pin(async { Ok(ToolOutput::json(Value::Null)) })
    }

    fn revision(&self) -> Option<String> {
        Some("r1".to_owned())
    }
}

fn kit(clock: &ManualClock) -> Toolkit {
    let hangs =
        FnTool::new(ToolSpec::new("hangs", "Hangs."), |_| async { std::future::pending().await });
    let strict = FnTool::new(ToolSpec::new("strict", "Takes nothing."), |_| async {
        Ok(ToolOutput::json(Value::Null))
    });
    let collection = Collection::builder("desk")
        .tools([echo("look"), echo("refund"), Arc::new(hangs), Arc::new(strict), Arc::new(ByHand)])
        .requires_approval("refund");
    let builder = Toolkit::builder().collection(collection.build().unwrap());
    builder.clock(clock.clock()).build().unwrap()
}

#[tokio::test]
async fn a_tool_in_rust_begins_at_once_or_not_at_all() {
    let clock = ManualClock::new();
    let toolkit = kit(&clock);
    let mut told = Vec::new();
    for (tool, arguments) in [
        ("look", json!({})),
        ("by_hand", json!({})),
        ("strict", json!({ "a": 1 })),
        ("refund", json!({})),
        ("nothing", json!({})),
    ] {
        let record = CallRecord::new();
        let options = CallOptions::new(&Session::new()).record(&record);
        let failed = call(&toolkit, tool, arguments, options).await.err().map(|error| error.code);
        told.push(format!("{tool}: {:?} {:?} {failed:?}", record.revision(), record.waited()));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    look: None Some(0ns) None
    by_hand: Some("r1") Some(0ns) None
    strict: None None Some(InvalidArguments)
    refund: None None Some(NeedsApproval)
    nothing: None None Some(UnknownTool)
    "#);
}

#[tokio::test]
async fn a_call_that_ran_out_of_time_or_was_given_up_had_begun() {
    let clock = ManualClock::new();
    let toolkit = kit(&clock);
    let (record, stop) = (CallRecord::new(), Cancellation::new());
    let options = CallOptions::new(&Session::new()).record(&record).cancellation(&stop);
    let calling = call(&toolkit, "hangs", json!({}), options);
    let (called, ()) = tokio::join!(calling, async { stop.cancel() });
    assert_eq!(called.unwrap_err().code, ErrorCode::Cancelled);
    assert_eq!(record.waited(), Some(Duration::ZERO));

    // One that was given up before is not begun.
    let record = CallRecord::new();
    let options = CallOptions::new(&Session::new()).record(&record).cancellation(&stop);
    call(&toolkit, "look", json!({}), options).await.unwrap_err();
    assert_eq!(record.waited(), None);

    let record = CallRecord::new();
    let options = CallOptions::new(&Session::new()).record(&record);
    let calling = call(&toolkit, "hangs", json!({}), options);
    let (called, ()) = tokio::join!(calling, async { clock.advance(Duration::from_secs(600)) });
    assert_eq!(called.unwrap_err().code, ErrorCode::TimedOut);
    assert_eq!(record.waited(), Some(Duration::ZERO));
}

#[tokio::test]
async fn the_revision_is_that_of_the_generation_that_was_looked_at() {
    let folder = Folder::with_rules("fn f() -> int { 1 }", &["f"]);
    let live = ToolSet::options().live().load(folder.path("rules.json")).await.unwrap();
    let toolkit = Toolkit::builder().collection(live.clone()).build().unwrap();
    let mut seen = Vec::new();
    for rules in ["fn f() -> int { 2 }", "fn f() -> int { 3 }"] {
        let record = CallRecord::new();
        let options = CallOptions::new(&Session::new()).record(&record);
        call(&toolkit, "f", json!({}), options).await.unwrap();
        assert_eq!(record.revision(), Some(live.current().unwrap().hash()));
        seen.push(record.revision().unwrap().to_owned());
        std::fs::write(folder.path("rules.rhai"), rules).unwrap();
        live.reload().await.unwrap();
    }
    seen.dedup();
    assert_eq!(seen.len(), 2);
}

/// A live tool whose rules have never loaded, or have it no more, never begins.
#[tokio::test]
async fn a_tool_that_is_gone_never_begins() {
    let folder = Folder::with_rules("fn f() -> int { 1 } fn g() -> int { 2 }", &["f"]);
    let live = ToolSet::options().live().load(folder.path("rules.json")).await.unwrap();
    let gone = Collection::builder("kept").tool(live.tool("f").unwrap()).build().unwrap();
    let toolkit = Toolkit::builder().collection(gone).build().unwrap();
    let manifest = Folder::with_rules("", &["g"]);
    std::fs::copy(manifest.path("rules.json"), folder.path("rules.json")).unwrap();
    live.reload().await.unwrap();
    let record = CallRecord::new();
    let options = CallOptions::new(&Session::new()).record(&record);
    let error = call(&toolkit, "f", json!({}), options).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnknownTool);
    assert_eq!(record.waited(), None);
}
