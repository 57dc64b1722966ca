//! Approvals and questions in one call.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rmcp::model::CallToolResponse;
use rulebook::{
    Collection, FnTool, Tool, ToolCall, ToolFuture, ToolOutput, ToolSpec, Toolkit, ToolkitEvent,
};
use rulebook_mcp::McpServer;
use serde_json::json;

use super::support::{Person, accept, asker, call, params, question, text};
use crate::support::{Era, connect};

fn guarded(tool: impl Tool + 'static) -> Toolkit {
    let name = tool.spec().name.clone();
    let desk = Collection::builder("desk").tool(tool).requires_approval(name);
    Toolkit::builder().collection(desk.build().unwrap()).build().unwrap()
}

#[tokio::test]
async fn a_call_is_approved_once_and_then_the_tool_asks() {
    for era in Era::BOTH {
        let (tool, runs) = asker([question("size"), question("approval")]);
        let toolkit = guarded(tool);
        let mut events = toolkit.events();
        let person = Person::answering([
            accept(json!({})),
            accept(json!({ "size": "L" })),
            accept(json!({ "approval": "yes" })),
        ]);
        let server = McpServer::new(toolkit);
        let client = connect(&server, era, person.clone()).await;
        let result = call(&client, "order", json!({ "of": "shoes" })).await;
        assert_eq!(text(&result), r#"{"answers":[{"size":"L"},{"approval":"yes"}]}"#, "{era:?}");
        let messages = person.messages();
        assert!(messages[0].starts_with("May the tool `order` run?"));
        assert_eq!(messages[1..], ["Which size?", "Which approval?"]);
        assert_eq!(runs.count(), if era == Era::Sessions { 1 } else { 3 });
        // What happened is what observers were told.
        drop((client, server));
        let mut answered = 0;
        loop {
            match events.next().await.unwrap() {
                ToolkitEvent::ApprovalAnswered { granted, .. } => {
                    assert!(granted);
                    answered += 1;
                }
                ToolkitEvent::Finished(call) if call.failed.is_none() => break,
                _ => {}
            }
        }
        assert_eq!(answered, 1);
    }
}

#[tokio::test]
async fn state_of_an_approved_call_is_used_once() {
    let (tool, runs) = asker([question("size")]);
    let client = connect(&McpServer::new(guarded(tool)), Era::Stateless, Person::default()).await;
    let mut order = params("order", json!({ "of": "shoes" }));
    for (key, answer) in [("approval", json!({})), ("size", json!({ "size": "L" }))] {
        let asked = client.call_tool_once(order.clone()).await.unwrap();
        let CallToolResponse::InputRequired(asked) = asked else { panic!("{asked:?}") };
        order.request_state = asked.request_state;
        order.input_responses = Some([(key.to_owned(), accept(answer))].into());
    }
    // With other arguments it is worth nothing, and does not become used.
    let mut other = order.clone();
    other.arguments = params("order", json!({ "of": "diamonds" })).arguments;
    client.call_tool_once(other).await.unwrap_err();
    let (one, again) =
        tokio::join!(client.call_tool_once(order.clone()), client.call_tool_once(order.clone()));
    assert_eq!([one, again].iter().filter(|ended| ended.is_ok()).count(), 1);
    client.call_tool_once(order).await.unwrap_err();
    assert_eq!(runs.count(), 2);
}

/// A tool whose code changes, as the rules of a script do.
struct Changing {
    tool: Arc<dyn Tool>,
    revision: Arc<AtomicUsize>,
    /// Whether it changes whenever it is looked at.
    restless: bool,
}

impl Tool for Changing {
    fn spec(&self) -> Arc<ToolSpec> {
        self.tool.spec()
    }

    fn call(&self, call: ToolCall) -> ToolFuture<'_> {
        self.tool.call(call)
    }

    fn revision(&self) -> Option<String> {
        let by = usize::from(self.restless);
        Some(self.revision.fetch_add(by, Ordering::SeqCst).to_string())
    }
}

#[tokio::test]
async fn rules_that_change_are_asked_about_again_and_not_forever() {
    for era in Era::BOTH {
        let spec = ToolSpec::new("order", "Orders something.");
        let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(1.into())) });
        let toolkit =
            guarded(Changing { tool: Arc::new(tool), revision: Arc::default(), restless: true });
        let person = Person::answering(std::iter::repeat_n(accept(json!({})), 30));
        let client = connect(&McpServer::new(toolkit), era, person.clone()).await;
        let params = params("order", json!({}));
        let result = client.call_tool_with_mrtr_max_rounds(params, 30).await.unwrap();
        let (expected, times) = match era {
            Era::Sessions => (
                "! the call of `order` has not run: its rules changed each time that it was \
                 approved. Call it again later",
                5,
            ),
            Era::Stateless => (
                "! the call of `order` was given up: there was still something to ask after 10 \
                 rounds",
                10,
            ),
        };
        assert_eq!(text(&result), expected);
        let messages = person.messages();
        assert_eq!(messages.len(), times);
        assert!(!messages[0].contains("asked again"));
        let line = messages[1].lines().nth(1).unwrap();
        assert_eq!(
            line,
            "You are asked again: the rules behind the tool have changed since it was asked about."
        );
    }
}

#[tokio::test]
async fn rules_that_change_after_the_approval_void_it() {
    let revision = Arc::<AtomicUsize>::default();
    let (tool, runs) = asker([question("size")]);
    let toolkit = guarded(Changing { tool, revision: Arc::clone(&revision), restless: false });
    let client = connect(&McpServer::new(toolkit), Era::Stateless, Person::default()).await;
    let mut order = params("order", json!({ "of": "shoes" }));
    let mut asked = Vec::new();
    for (key, answer) in [
        ("approval", json!({})),
        ("size", json!({ "size": "L" })),
        ("approval", json!({ "approve": true })),
    ] {
        let input = client.call_tool_once(order.clone()).await.unwrap();
        let CallToolResponse::InputRequired(input) = input else { panic!("{input:?}") };
        asked.extend(input.input_requests.unwrap().into_keys());
        order.request_state = input.request_state;
        order.input_responses = Some([(key.to_owned(), accept(answer))].into());
        if key == "size" {
            revision.fetch_add(1, Ordering::SeqCst);
        }
    }
    assert_eq!(asked, ["approval", "size", "approval"]);
    // The answer is still at hand.
    let CallToolResponse::Complete(result) = client.call_tool_once(order).await.unwrap() else {
        panic!("asked again")
    };
    assert_eq!(text(&result), r#"{"answers":[{"size":"L"}]}"#);
    assert_eq!(runs.count(), 2);
}
