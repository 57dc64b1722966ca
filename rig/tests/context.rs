//! Live context before every call of the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, DispatchAction, DispatchEvent, HookContext};
use rig_core::completion::CompletionRequest;
use rig_core::effect::EffectKind;
use rig_core::memory::{ConversationMemory, InMemoryConversationMemory};
use rig_core::message::Message;
use rulebook::{Approval, Collection, ErrorCode, Session, ToolError, Toolkit};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{RunOutcome, SuspendedRun, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::way::{WAYS, Way};
use crate::support::{Notes, till};

/// A request as its parts, each as the JSON that it is sent as: the tools, then every part of
/// every message. The context is the last one, where there is any.
fn parts(request: &CompletionRequest) -> (Vec<String>, Option<String>) {
    let mut parts = vec![serde_json::to_string(&request.tools).unwrap()];
    for message in &request.chat_history {
        let message = serde_json::to_value(message).unwrap();
        match message.get("content") {
            Some(Value::Array(content)) => {
                for part in content {
                    parts.push(format!("{}: {part}", message.get("role").unwrap()));
                }
            }
            _ => parts.push(message.to_string()),
        }
    }
    let context = parts.pop_if(|last| last.contains("<live_context>"));
    assert!(parts.iter().all(|part| !part.contains("live_context")), "{parts:#?}");
    (parts, context)
}

/// Whether a context says these notes and nothing else.
fn says(context: Option<&String>, notes: &str) -> bool {
    context.is_some_and(|said| said.contains(&format!(r#"\"till\">\n{notes}\n</from>"#)))
}

fn writing(texts: &[&str]) -> ScriptedModel {
    let calls = texts.iter().map(|text| Turn::call("note", json!({ "text": text })));
    ScriptedModel::new(calls.chain([Turn::say("Done.")]))
}

#[tokio::test]
async fn the_context_is_the_end_of_each_request_and_all_before_it_stays() {
    for way in WAYS {
        let model = writing(&["a", "b", "c"]);
        let agent = AgentBuilder::new(model.clone()).preamble("Be kind.").toolkit(&till()).unwrap();
        let session = Session::new();
        session
            .for_collection("till")
            .update(|notes: &mut Notes| notes.0.push("0".into()))
            .unwrap();
        let run = agent.build().prompt("keep three").run_options(&session);
        let response = way.run(run).await.unwrap();

        let requests = model.requests();
        let mut before: Vec<String> = Vec::new();
        for (request, notes) in requests.iter().zip(["0", "0; a", "0; a; b", "0; a; b; c"]) {
            let (parts, context) = parts(request);
            assert!(says(context.as_ref(), notes), "{way:?} {notes}: {context:?}");
            assert!(parts.starts_with(&before), "{way:?}: {before:#?} {parts:#?}");
            assert_eq!(request.system(), Some("Be kind."));
            before = parts;
        }
        assert_eq!(requests.len(), 4);
        let stored = serde_json::to_string(&response.messages).unwrap();
        assert!(stored.contains("keep three") && !stored.contains("live_context"), "{stored}");
    }
}

#[tokio::test]
async fn no_context_is_no_message() {
    for way in WAYS {
        let model = writing(&["a"]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build();
        way.run(agent.prompt("one").run_options(Session::new())).await.unwrap();
        let requests = model.requests();
        assert_eq!(parts(&requests[0]).1, None);
        assert_eq!(requests[0].conversation(), [Message::user("one")]);
        assert!(says(parts(&requests[1]).1.as_ref(), "a"));
    }
}

#[tokio::test]
async fn histories_and_memories_never_hold_a_context() {
    for way in WAYS {
        let (model, memory) = (
            ScriptedModel::new(["a", "b"].into_iter().flat_map(|text| {
                [Turn::call("note", json!({ "text": text })), Turn::say(format!("kept {text}"))]
            })),
            InMemoryConversationMemory::new(),
        );
        let builder = AgentBuilder::new(model.clone()).memory(memory.clone());
        let agent = builder.toolkit(&till()).unwrap().build();
        let session = Session::new();
        for text in ["first", "second"] {
            let run = agent.prompt(text).conversation("c").run_options(&session);
            way.run(run).await.unwrap();
        }
        let requests = model.requests();
        for (request, notes) in requests.iter().zip(["", "a", "a", "a; b"]) {
            let (_, context) = parts(request);
            assert!(notes.is_empty() && context.is_none() || says(context.as_ref(), notes));
        }
        let stored = memory.load(&"c".into()).await.unwrap();
        assert_eq!(stored.len(), 8);
        assert!(!serde_json::to_string(&stored).unwrap().contains("live_context"));

        // The same, with the history in the hands of the host.
        let model = writing(&["c"]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build();
        let run = agent.prompt("third").history(stored.clone()).run_options(&session);
        let response = way.run(run).await.unwrap();
        assert!(says(parts(&model.requests()[0]).1.as_ref(), "a; b"));
        assert!(!serde_json::to_string(&response.messages).unwrap().contains("live_context"));
    }
}

#[tokio::test]
async fn a_run_that_waits_holds_no_context_and_goes_on_with_that_of_its_time() {
    for way in WAYS {
        let model = ScriptedModel::new([
            Turn::call("note", json!({ "text": "a" })),
            Turn::call("refund", json!({ "order": "A-1", "amount": 3 })),
        ]);
        let toolkit = till();
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let session = Session::new();
        let outcome = agent.prompt("refund").until_approval(&session).await.unwrap();
        let RunOutcome::NeedsApproval(run) = outcome else { panic!("it ran") };
        let saved = serde_json::to_string(&run).unwrap();
        assert!(!saved.contains("live_context"), "{saved}");
        let (before, context) = parts(&model.requests()[1]);
        assert!(says(context.as_ref(), "a"));

        let kept = session.for_collection("till");
        kept.update(|notes: &mut Notes| notes.0.push("meanwhile".into())).unwrap();
        let model =
            ScriptedModel::new([Turn::call("note", json!({ "text": "z" })), Turn::say("Done.")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let run: SuspendedRun = serde_json::from_str(&saved).unwrap();
        let answered = run.answer(&toolkit, [Approval::Granted], &session).unwrap();
        let rulebook_rig::Resumption::Ready(run) = answered else { panic!("it is asked again") };
        let response = way.run(run.runner(&agent)).await.unwrap();
        assert!(!serde_json::to_string(&response.messages).unwrap().contains("live_context"));
        for (request, notes) in
            model.requests().iter().zip(["a; meanwhile; A-1: 3", "a; meanwhile; A-1: 3; z"])
        {
            let (parts, context) = parts(request);
            assert!(says(context.as_ref(), notes), "{way:?}: {context:?}");
            assert!(parts.starts_with(&before), "{before:#?} {parts:#?}");
        }
    }
}

#[tokio::test]
async fn a_resumed_run_keeps_its_session_when_its_tool_context_is_set_later() {
    for way in WAYS {
        let model = ScriptedModel::new([
            Turn::call("refund", json!({ "order": "A-1", "amount": 3 })),
            Turn::say("Done."),
        ]);
        let toolkit = till();
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let session = Session::new();
        let outcome = agent.prompt("refund").until_approval(&session).await.unwrap();
        let RunOutcome::NeedsApproval(run) = outcome else { panic!("it ran") };
        let answered = run.answer(&toolkit, [Approval::Granted], &session).unwrap();
        let rulebook_rig::Resumption::Ready(run) = answered else { panic!("it is asked again") };
        let run = run.runner(&agent).tool_context(rig_core::tool::ToolContext::new());
        way.run(run).await.unwrap();
        assert_eq!(model.requests()[1].tool_results()[0].text, "A-1: 3");
        assert_eq!(session.for_collection("till").get::<Notes>().unwrap().0, ["A-1: 3"]);
    }
}

#[tokio::test]
async fn a_context_that_fails_or_is_late_is_left_out_and_the_run_goes_on() {
    let fails = Collection::builder("fails")
        .context(|_| async { Err(ToolError::new(ErrorCode::Unavailable, "no")) });
    let panics = Collection::builder("panics").context(|_| async { panic!("gone") });
    let late = Collection::builder("late").context(|_| std::future::pending());
    let fine = Collection::builder("fine").context(|_| async { Ok(Some("fine".to_owned())) });
    let toolkit = [fails, panics, late, fine]
        .into_iter()
        .fold(Toolkit::builder(), |toolkit, collection| {
            toolkit.collection(collection.build().unwrap())
        })
        .context_deadline(Duration::from_millis(20))
        .build()
        .unwrap();
    for way in WAYS {
        let model = ScriptedModel::new([Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        assert_eq!(way.run(agent.prompt("go")).await.unwrap().output(), "ok");
        let said = model.requests()[0].context().unwrap().to_owned();
        assert!(said.contains("\"fine\">\nfine\n"), "{said}");
        assert!(!said.contains("late"), "{said}");
    }
}

/// A hook of the host's own that changes requests.
struct Adds(&'static str, Arc<AtomicUsize>);

impl AgentHook for Adds {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        let EffectKind::Completion { request, stream } = event.kind else {
            return DispatchAction::Proceed;
        };
        self.1.fetch_add(1, Ordering::SeqCst);
        let mut request = request.clone();
        request.chat_history.push(Message::user(self.0));
        DispatchAction::patch(EffectKind::Completion { request, stream: *stream })
    }
}

#[tokio::test]
async fn hooks_of_the_host_change_requests_before_and_after() {
    for way in WAYS {
        let model = writing(&["a"]);
        let seen = Arc::new(AtomicUsize::new(0));
        let agent = AgentBuilder::new(model.clone())
            .add_hook(Adds("before", Arc::clone(&seen)))
            .toolkit(&till())
            .unwrap()
            .add_hook(Adds("after", Arc::clone(&seen)))
            .build();
        way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        let said = serde_json::to_string(&model.requests()[1].chat_history).unwrap();
        let places = ["before", "<live_context>", "after"].map(|part| said.find(part).unwrap());
        assert!(places.is_sorted(), "{said}");
        assert_eq!(seen.load(Ordering::SeqCst), 4);
    }
}

#[tokio::test]
async fn a_streamed_run_and_a_blocking_one_send_the_same() {
    let mut sent = Vec::new();
    for way in [Way::Blocking, Way::Streaming] {
        let model = writing(&["a", "b"]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&till()).unwrap().build();
        way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        sent.push(model.requests().iter().map(parts).collect::<Vec<_>>());
    }
    assert_eq!(sent[0], sent[1]);
}
