//! Tools that change while a run goes on.

use std::sync::{Arc, Mutex};

use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, DispatchAction, DispatchEvent, HookContext};
use rig_core::effect::EffectKind;
use rig_core::message::ToolName;
use rig_core::tool::{DynamicTool, ToolOutput as ForModel};
use rulebook::{Collection, FnTool, Session, ToolCall, ToolOutput, ToolSpec, Toolkit};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::support::live::Rules;
use crate::support::way::WAYS;

const TWO: &str = "fn one(n: int) -> int { n + 1 } fn two(n: int) -> int { n + 2 }";

/// Rules, and a tool that changes them in the middle of a run.
async fn changing(
    script: &'static str,
    tools: &'static [(&'static str, &'static str)],
) -> (Toolkit, Arc<Rules>) {
    let rules = Arc::new(Rules::new(TWO, &[("one", "one"), ("two", "two")]).await);
    let change = Arc::clone(&rules);
    let tool = FnTool::new(ToolSpec::new("change", "Changes."), move |_: ToolCall| {
        let change = Arc::clone(&change);
        async move {
            change.become_(script, tools).await;
            Ok(ToolOutput::json(Value::Null))
        }
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).collection(rules.tools()).build().unwrap();
    (toolkit, rules)
}

#[tokio::test]
async fn the_next_call_of_the_model_sees_the_list_as_it_is() {
    const THREE: &str = "fn one(n: string) -> string { n + n } fn three() -> int { 3 }";
    for way in WAYS {
        let (toolkit, _rules) = changing(THREE, &[("three", "three"), ("one", "one")]).await;
        let model = ScriptedModel::new([
            Turn::call("one", json!({ "n": 1 })),
            Turn::call("change", json!({})),
            Turn::calls([("three", json!({})), ("one", json!({ "n": "ab" }))]),
            Turn::say("ok"),
        ]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        let requests = model.requests();
        assert_eq!(requests[1].tool_names(), ["change", "one", "two"]);
        assert_eq!(requests[2].tool_names(), ["change", "three", "one"]);
        let schema = |nth: usize| requests[nth].tool_schema("one").unwrap().to_string();
        assert_ne!(schema(1), schema(2));
        assert_eq!(schema(2), toolkit.spec("one").unwrap().input_schema.to_string());
        let results: Vec<_> =
            requests[3].tool_results().into_iter().map(|result| result.text).collect();
        assert_eq!(results, ["2", "null", "3", "abab"]);
        // What is not the toolkit's list stays as it was.
        assert_eq!(requests[3].tools, requests[2].tools);
    }
}

#[tokio::test]
async fn a_call_of_a_tool_that_is_gone_by_then_is_told_so() {
    for way in WAYS {
        let (toolkit, _rules) = changing(TWO, &[("one", "one")]).await;
        let model = ScriptedModel::new([
            Turn::calls([("change", json!({})), ("two", json!({ "n": 1 }))]),
            Turn::call("two", json!({ "n": 1 })),
            Turn::say("ok"),
        ]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        let results = model.requests()[2].tool_results();
        for gone in [&results[1], &results[2]] {
            let said = "there is no tool `two`; the tools are `change`, `one`";
            assert_eq!((gone.text.as_str(), gone.is_error), (said, true), "{way:?}");
        }
    }
}

#[tokio::test]
async fn a_call_runs_the_rules_of_its_moment() {
    const LATER: &str = "fn one(n: int) -> int { n + 100 } fn two(n: int) -> int { n }";
    for way in WAYS {
        let (toolkit, _rules) = changing(LATER, &[("one", "one"), ("two", "two")]).await;
        let model = ScriptedModel::new([
            Turn::calls([("change", json!({})), ("one", json!({ "n": 1 }))]),
            Turn::say("ok"),
        ]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        way.run(agent.prompt("go")).await.unwrap();
        assert_eq!(model.requests()[1].tool_results()[1].text, "101");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn runs_at_once_each_see_a_whole_list() {
    const ROUNDS: usize = 12;
    let rules = Rules::new(TWO, &[("one", "one"), ("two", "two")]).await;
    let toolkit = Toolkit::builder().collection(rules.tools()).build().unwrap();
    let model = ScriptedModel::by(|request| match request.tool_results().len() {
        ROUNDS => Turn::say("ok"),
        _ => Turn::call("one", json!({ "n": 1 })),
    });
    let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
    let begin = Arc::new(Barrier::new(5));
    let runs = (0..4).map(|nth: usize| {
        let (agent, begin) = (agent.clone(), Arc::clone(&begin));
        tokio::spawn(async move {
            begin.wait().await;
            WAYS[nth % 2].run(agent.prompt("go").run_options(Session::new())).await.unwrap()
        })
    });
    let runs: Vec<_> = runs.collect();
    begin.wait().await;
    let lists: [&[(&str, &str)]; 2] =
        [&[("three", "two"), ("one", "one")], &[("one", "one"), ("two", "two")]];
    for nth in 0..8 {
        rules.become_(TWO, lists[nth % 2]).await;
    }
    for run in runs {
        assert_eq!(run.await.unwrap().output(), "ok");
    }
    for request in model.requests() {
        let names = request.tool_names();
        assert!(names == ["three", "one"] || names == ["one", "two"], "{names:?}");
        assert!(request.tool_results().iter().all(|result| result.text == "2"));
    }
}

fn hosts(name: &str) -> DynamicTool {
    let name = ToolName::new(name).unwrap();
    DynamicTool::new(name, "The host's.", json!({ "type": "object" }), |_| {
        Box::pin(async { Ok(ForModel::text("the host's")) })
    })
}

/// Which tools were called with what.
#[derive(Clone, Default)]
struct Calls(Arc<Mutex<Vec<String>>>);

impl AgentHook for Calls {
    async fn on_dispatch(&self, _: &HookContext, event: DispatchEvent<'_>) -> DispatchAction {
        if let EffectKind::ToolCall { name, .. } = event.kind {
            self.0.lock().unwrap().push(name.clone());
        }
        DispatchAction::Proceed
    }
}

#[tokio::test]
async fn a_tool_of_the_host_stays_when_the_toolkit_gets_one_of_its_name() {
    for way in WAYS {
        let rules = Rules::new(TWO, &[("one", "one")]).await;
        let toolkit = Toolkit::builder().collection(rules.tools()).build().unwrap();
        let model = ScriptedModel::by(|_| Turn::call("two", json!({ "n": 1 })));
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap();
        let calls = Calls::default();
        let agent = agent.add_hook(calls.clone()).build();
        agent.tool_server_handle().add_dynamic_tool(hosts("two"));
        rules.become_(TWO, &[("two", "two"), ("one", "one")]).await;
        let run = |turns: usize| way.run(agent.prompt("go").max_turns(turns));
        run(3).await.unwrap_err();
        let requests = model.requests();
        assert_eq!(requests[2].tool_names(), ["two", "one"]);
        assert!(requests[2].tool_results().iter().all(|result| result.text == "the host's"));

        // When the host takes it away, the toolkit's takes its place.
        agent.tool_server_handle().remove_tool("two");
        run(2).await.unwrap_err();
        let requests = model.requests();
        assert_eq!(requests[4].tool_names(), ["two", "one"]);
        assert_eq!(requests[4].tool_results()[0].text, "3");
        assert_eq!(calls.0.lock().unwrap().len(), 3 + 2);
    }
}

#[tokio::test]
async fn a_tool_that_the_host_puts_in_place_of_one_is_the_hosts() {
    for way in WAYS {
        let toolkit = crate::support::till();
        let model = ScriptedModel::new([
            Turn::call("refund", json!({ "order": "A-1", "amount": 3 })),
            Turn::say("ok"),
        ]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        agent.tool_server_handle().add_dynamic_tool(hosts("refund"));
        let suspension = rulebook_rig::Suspension::new();
        let options = rulebook_rig::RunOptions::new(&Session::new()).suspend_into(&suspension);
        way.run(agent.prompt("go").run_options(options)).await.unwrap();
        // Nobody is asked about a call that is not the toolkit's.
        assert!(suspension.take().is_none());
        assert_eq!(model.requests()[1].tool_results()[0].text, "the host's");
    }
}
