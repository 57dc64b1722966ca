//! What observers of a toolkit learn: events, and spans by the OpenTelemetry
//! conventions.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use rulebook::{
    Approval, CallOptions, Collection, ErrorCode, FnTool, Session, ToolError, ToolSpec, Toolkit,
    ToolkitBuilder, ToolkitEvent,
};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::support::{asked, call, echo};
use crate::support::alone;

fn kit() -> ToolkitBuilder {
    let fails = FnTool::new(ToolSpec::new("fails", "Fails."), |_| async {
        Err(ToolError::new(ErrorCode::ScriptFailed, "secret"))
    });
    let collection = Collection::builder("desk")
        .tools([echo("look"), echo("refund")])
        .tool(Arc::new(fails))
        .requires_approval("refund");
    Toolkit::builder().collection(collection.build().unwrap())
}

async fn some_calls(toolkit: &Toolkit) {
    let options = CallOptions::new(&Session::new()).call_id("call_1");
    let arguments = json!({ "card": "4111", "lines": [{ "sku": "secret" }], "count": 3 });
    call(toolkit, "look", arguments, options).await.unwrap();
    let session = Session::with_id("conversation 7");
    call(toolkit, "fails", json!({}), &session).await.unwrap_err();
    call(toolkit, "nothing", json!({ "a": 1 }), &session).await.unwrap_err();
    let request = asked(toolkit, "refund", json!({ "amount": 5 }), &session).await;
    toolkit.answer(request, Approval::Granted, &session).await.unwrap().done().unwrap();
    let request = asked(toolkit, "refund", json!({ "amount": 6 }), &session).await;
    toolkit.answer(request, Approval::denied("no"), &session).await.unwrap_err();
}

async fn told(toolkit: Toolkit) -> String {
    let mut events = toolkit.events();
    some_calls(&toolkit).await;
    drop(toolkit);
    let mut lines = Vec::new();
    while let Some(event) = events.next().await {
        lines.push(match event {
            ToolkitEvent::Started(call) => {
                let arguments = serde_json::to_string(&call.arguments).unwrap();
                let (id, from) = (call.call_id.as_deref(), call.collection.as_deref());
                format!("{} started {} {id:?} {from:?} {arguments}", call.number, call.tool)
            }
            ToolkitEvent::Finished(call) => {
                format!("{} finished {} {:?}", call.number, call.tool, call.failed)
            }
            ToolkitEvent::ApprovalAsked { tool, .. } => format!("asked about {tool}"),
            ToolkitEvent::ApprovalAnswered { tool, granted, .. } => {
                format!("answered about {tool}: {granted}")
            }
            other => format!("{other:?}"),
        });
    }
    lines.join("\n")
}

#[tokio::test]
async fn events_tell_of_every_call_and_mask_what_is_in_it() {
    insta::assert_snapshot!(told(kit().build().unwrap()).await, @r#"
    1 started look Some("call_1") Some("desk") {"card":"a string","lines":"an array","count":"a number"}
    1 finished look None
    2 started fails None Some("desk") {}
    2 finished fails Some(ScriptFailed)
    3 started nothing None None {"a":"a number"}
    3 finished nothing Some(UnknownTool)
    4 started refund None Some("desk") {"amount":"a number"}
    asked about refund
    4 finished refund Some(NeedsApproval)
    answered about refund: true
    5 started refund None Some("desk") {"amount":"a number"}
    5 finished refund None
    6 started refund None Some("desk") {"amount":"a number"}
    asked about refund
    6 finished refund Some(NeedsApproval)
    answered about refund: false
    7 started refund None Some("desk") {"amount":"a number"}
    7 finished refund Some(Denied)
    "#);
}

#[tokio::test]
async fn arguments_are_shown_to_those_who_ask_for_them() {
    let told = told(kit().show_arguments().build().unwrap()).await;
    assert!(told.contains(r#""card":"4111","lines":[{"sku":"secret"}]"#), "{told}");
}

#[tokio::test]
async fn a_call_that_is_dropped_ends_as_cancelled() {
    let hangs =
        FnTool::new(ToolSpec::new("hangs", "Hangs."), |_| async { std::future::pending().await });
    let collection = Collection::builder("c").tool(Arc::new(hangs)).build().unwrap();
    let toolkit = Toolkit::builder().collection(collection).build().unwrap();
    let mut events = toolkit.events();
    {
        let mut call = Box::pin(toolkit.call("hangs", json!({}), Session::new()));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(call.as_mut().poll(&mut context).is_pending());
    }
    assert!(matches!(events.next().await, Some(ToolkitEvent::Started(_))));
    let Some(ToolkitEvent::Finished(call)) = events.next().await else { panic!("no end") };
    assert_eq!(call.failed, Some(ErrorCode::Cancelled));
}

/// Keeps every span with its fields.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<String>>>);

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push_str(&format!("\n  {} = {value:?}", field.name()));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push_str(&format!("\n  {} = {value}", field.name()));
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rulebook::toolkit")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut spans = self.0.lock().unwrap();
        let mut span = attributes.metadata().name().to_owned();
        attributes.record(&mut Fields(&mut span));
        spans.push(span);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, id: &Id, record: &Record<'_>) {
        let place = usize::try_from(id.into_u64()).unwrap() - 1;
        record.record(&mut Fields(self.0.lock().unwrap().get_mut(place).unwrap()));
    }

    fn event(&self, _: &Event<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn spans_are_named_by_the_conventions_and_hide_arguments() {
    let test = "collections::observers::spans_are_named_by_the_conventions_and_hide_arguments";
    alone::run(test, || alone::block_on(spans()));
}

async fn spans() {
    let spans = Spans::default();
    tracing::subscriber::set_global_default(spans.clone()).unwrap();
    some_calls(&kit().build().unwrap()).await;
    let told = spans.0.lock().unwrap().join("\n");
    assert!(!told.contains("4111") && !told.contains("secret"), "{told}");
    insta::assert_snapshot!(told, @"
    execute_tool
      otel.name = execute_tool look
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = look
      gen_ai.tool.type = function
      gen_ai.tool.call.id = call_1
      gen_ai.tool.description = Runs look.
      rulebook.collection = desk
    execute_tool
      otel.name = execute_tool fails
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = fails
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      gen_ai.tool.description = Fails.
      rulebook.collection = desk
      error.type = script_failed
      otel.status_code = ERROR
    execute_tool
      otel.name = execute_tool nothing
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = nothing
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      error.type = unknown_tool
      otel.status_code = ERROR
    execute_tool
      otel.name = execute_tool refund
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = refund
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      gen_ai.tool.description = Runs refund.
      rulebook.collection = desk
      rulebook.needs_approval = true
    execute_tool
      otel.name = execute_tool refund
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = refund
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      gen_ai.tool.description = Runs refund.
      rulebook.collection = desk
    execute_tool
      otel.name = execute_tool refund
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = refund
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      gen_ai.tool.description = Runs refund.
      rulebook.collection = desk
      rulebook.needs_approval = true
    execute_tool
      otel.name = execute_tool refund
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = refund
      gen_ai.tool.type = function
      gen_ai.conversation.id = conversation 7
      gen_ai.tool.description = Runs refund.
      rulebook.collection = desk
      error.type = denied
      otel.status_code = ERROR
    ");
    spans.0.lock().unwrap().clear();
    some_calls(&kit().show_arguments().build().unwrap()).await;
    let told = spans.0.lock().unwrap().first().unwrap().clone();
    insta::assert_snapshot!(told, @r#"
    execute_tool
      otel.name = execute_tool look
      otel.kind = internal
      gen_ai.operation.name = execute_tool
      gen_ai.tool.name = look
      gen_ai.tool.type = function
      gen_ai.tool.call.id = call_1
      gen_ai.tool.description = Runs look.
      rulebook.collection = desk
      gen_ai.tool.call.arguments = {"card":"4111","lines":[{"sku":"secret"}],"count":3}
      gen_ai.tool.call.result = {"card":"4111","lines":[{"sku":"secret"}],"count":3}
    "#);
}
