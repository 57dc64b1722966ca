//! Approvals beside the hooks of a host.

use std::sync::{Arc, Mutex};

use rig_agent::agent::{AgentHook, HookContext, ModelTurnAction, ModelTurnFinished};
use rig_agent::{Agent, AgentBuilder};
use rig_core::message::AssistantContent;
use rulebook::{Approval, Session};
use rulebook_rig::testing::{ScriptedModel, Turn};
use rulebook_rig::{AgentTools, ObservedCall, ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::approving::{Audit, Clerk, paid};
use crate::support::till;
use crate::support::until::{done, elsewhere, waits};
use crate::support::way::WAYS;

fn refund(order: &str) -> (&'static str, Value) {
    ("refund", json!({ "order": order, "amount": 5 }))
}

/// A hook of the host that stops turns which would pay for this order, and counts turns.
#[derive(Clone, Default)]
struct Guard {
    stops: Option<&'static str>,
    seen: Arc<Mutex<Vec<usize>>>,
}

impl AgentHook for Guard {
    async fn on_model_turn_finished(
        &self,
        _: &HookContext,
        event: ModelTurnFinished<'_>,
    ) -> ModelTurnAction {
        self.seen.lock().unwrap().push(event.turn);
        let stops = |content: &AssistantContent| match content {
            AssistantContent::ToolCall(call) => self
                .stops
                .is_some_and(|order| call.function.arguments.get("order") == Some(&json!(order))),
            _ => false,
        };
        match event.content.iter().any(stops) {
            true => ModelTurnAction::stop("the guard says no"),
            false => ModelTurnAction::Continue,
        }
    }
}

fn guarded(model: &ScriptedModel, guard: &Guard, first: bool, tools: AgentTools) -> Agent {
    let builder = AgentBuilder::new(model.clone());
    match first {
        true => builder.add_hook(guard.clone()).toolkit(tools).unwrap().build(),
        false => builder.toolkit(tools).unwrap().add_hook(guard.clone()).build(),
    }
}

#[tokio::test]
async fn a_guard_sees_a_turn_before_anyone_is_asked_about_it() {
    for way in WAYS {
        for first in [true, false] {
            for later in [true, false] {
                let (session, toolkit) = (Session::new(), till());
                let mut audit = Audit::of(&toolkit);
                let model = ScriptedModel::new([Turn::calls([refund("A")])]);
                let guard = Guard { stops: Some("A"), ..Guard::default() };
                let tools = AgentTools::new(&toolkit).approver(Clerk::grants());
                let agent = guarded(&model, &guard, first, tools);
                let error = match later {
                    true => way.until(agent.prompt("Go."), &session).await.unwrap_err().to_string(),
                    false => {
                        let run = agent.prompt("Go.").run_options(&session);
                        way.run(run).await.unwrap_err().to_string()
                    }
                };
                assert!(error.contains("the guard says no"), "{way:?} {first} {later}: {error}");
                assert_eq!(audit.requests(), []);
                assert!(paid(&session).is_empty());
            }
        }
    }
}

#[tokio::test]
async fn hooks_see_each_turn_of_a_run_that_waits_once() {
    for way in WAYS {
        for first in [true, false] {
            let (session, toolkit) = (Session::new(), till());
            let model = ScriptedModel::new([Turn::calls([refund("A")]), Turn::say("Done.")]);
            let guard = Guard::default();
            let agent = guarded(&model, &guard, first, AgentTools::new(&toolkit));
            let run = waits(way.until(agent.prompt("Go."), &session).await.unwrap());
            let granted = [Approval::Granted];
            done(way.resume(run, &agent, &toolkit, granted, &session).await.unwrap());
            assert_eq!(*guard.seen.lock().unwrap(), [1, 2], "{way:?} {first}");
        }
    }
}

#[tokio::test]
async fn malformed_calls_of_a_turn_that_waited_are_told_with_the_session_of_the_run() {
    for way in WAYS {
        let (session, toolkit) = (Session::new(), till());
        let model = ScriptedModel::new([
            Turn::written_calls([
                ("refund", r#"{"order": "A", "amou"#.to_owned()),
                ("refund", json!({ "order": "B", "amount": 5 }).to_string()),
            ]),
            Turn::say("Done."),
        ]);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&seen);
        let tools = AgentTools::new(&toolkit).observer(move |call: &ObservedCall<'_>| {
            told.lock().unwrap().push((call.session.to_owned(), call.result.is_ok()));
        });
        let agent = AgentBuilder::new(model).toolkit(tools).unwrap().build();
        let run = waits(way.until(agent.prompt("Go."), &session).await.unwrap());
        let (run, session) = elsewhere(&run, &session);
        done(way.resume(run, &agent, &toolkit, [Approval::Granted], &session).await.unwrap());
        let id = session.id().to_owned();
        assert_eq!(*seen.lock().unwrap(), [(id.clone(), false), (id, true)], "{way:?}");
    }
}
