//! Calls past their deadline.

use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, HookContext, OutcomeAction, OutcomeEvent};
use rig_core::tool::ToolErrorKind;
use rulebook::clock::ManualClock;
use rulebook::{Collection, ErrorCode, FnTool, ToolError, ToolSet, ToolSpec, Toolkit};
use rulebook_rig::ToolkitAgent;
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::{text, tool};
use crate::support::way::WAYS;

const SCRIPT: &str = r#"
fn forever() -> int { begun(); let n = 0; while n >= 0 { n = (n + 1) % 1000; } n }
fn two() -> int { 2 }
"#;

/// Rules with a time of 30 seconds, and who is told when `forever` has begun.
async fn rules(clock: &ManualClock, begun: &UnboundedSender<Duration>) -> ToolSet {
    let folder = tempfile::tempdir().unwrap();
    let manifest = json!({
        "schemaVersion": 1,
        "script": "rules.rhai",
        "exports": [
            { "name": "forever", "description": "Runs.", "kind": "read" },
            { "name": "two", "description": "Gives 2.", "kind": "read" },
        ],
    });
    let path = folder.path().join("rules.json");
    std::fs::write(&path, manifest.to_string()).unwrap();
    std::fs::write(folder.path().join("rules.rhai"), SCRIPT).unwrap();
    let (time, begun) = (Duration::from_secs(30), begun.clone());
    let options = ToolSet::options().timeout(time).clock(clock.clock());
    let options = options.host_functions(move |engine| {
        let begun = begun.clone();
        engine.register_fn("begun", move || begun.send(time).unwrap());
    });
    options.load(path.to_str().unwrap()).await.unwrap()
}

/// Hands with a time of 5 seconds: a tool that never answers, and one that does.
fn hands(begun: &UnboundedSender<Duration>) -> Collection {
    let begun = begun.clone();
    let hangs = FnTool::new(ToolSpec::new("hangs", "Hangs."), move |_| {
        let begun = begun.clone();
        async move {
            begun.send(Duration::from_secs(5)).unwrap();
            pending().await
        }
    });
    Collection::builder("hands").tool(hangs).tool(tool("works", || text("yes"))).build().unwrap()
}

/// What the host is told of each call that failed.
#[derive(Clone, Default)]
struct Failures(Arc<Mutex<Vec<(ToolErrorKind, ErrorCode)>>>);

impl AgentHook for Failures {
    async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        if let Some(error) = event.tool_result().and_then(|result| result.error()) {
            let ours = error.downcast_ref::<ToolError>().unwrap();
            self.0.lock().unwrap().push((error.kind(), ours.code));
        }
        OutcomeAction::proceed()
    }
}

#[tokio::test]
async fn a_call_past_its_deadline_is_told_and_the_run_goes_on() {
    for way in WAYS {
        for concurrency in [1, 8] {
            let clock = ManualClock::new();
            let (begun, mut begins) = unbounded_channel();
            let toolkit = Toolkit::builder()
                .collection(rules(&clock, &begun).await)
                .collection(hands(&begun))
                .clock(clock.clock())
                .timeout(Duration::from_secs(5))
                .build()
                .unwrap();
            let model = ScriptedModel::new([
                Turn::calls(["hangs", "works", "forever"].map(|name| (name, json!({})))),
                Turn::calls(["two", "works"].map(|name| (name, json!({})))),
                Turn::say("Done."),
            ]);
            let failures = Failures::default();
            let builder = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap();
            let agent = builder.add_hook(failures.clone()).build();
            let run = tokio::spawn(async move {
                way.run(agent.prompt("Go.").tool_concurrency(concurrency)).await.unwrap()
            });
            for _ in ["hangs", "forever"] {
                let time = begins.recv().await.unwrap();
                clock.advance(time);
            }
            assert_eq!(run.await.unwrap().output(), "Done.");

            let results = model.requests()[2].tool_results();
            let said: Vec<_> = results.iter().map(|result| result.text.as_str()).collect();
            allow_duplicates! {
                assert_snapshot!(said.join("\n"), @"
                no answer came within 5s
                yes
                the call did not end within 30s: ask for less, or give it more time
                2
                yes
                ");
            }
            let failed: Vec<_> = results.iter().map(|result| result.is_error).collect();
            assert_eq!(failed, [true, false, true, false, false]);
            let timed_out = (ToolErrorKind::Timeout, ErrorCode::TimedOut);
            assert_eq!(*failures.0.lock().unwrap(), [timed_out, timed_out], "{way:?}");
        }
    }
}
