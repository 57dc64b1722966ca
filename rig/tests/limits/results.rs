//! Results that are too long for the model.

use std::sync::{Arc, Mutex};

use insta::{allow_duplicates, assert_snapshot};
use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, HookContext, OutcomeAction, OutcomeEvent};
use rulebook::{ErrorCode, ToolError, ToolOutput};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{AgentTools, Limits, ObservedCall, ToolkitAgent, WholeResult};
use serde_json::{Value, json};

use super::{mixed, text, tool, toolkit};
use crate::support::way::WAYS;

/// What a hook of the host finds of each call: the length that the model is given, and
/// the whole result where it is kept.
#[derive(Clone, Default)]
struct Archive(Arc<Mutex<Vec<Option<WholeResult>>>>);

impl AgentHook for Archive {
    async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        if event.tool_result().is_some() {
            let whole = event.context.unwrap().result::<WholeResult>().unwrap();
            self.0.lock().unwrap().push(whole);
        }
        OutcomeAction::proceed()
    }
}

#[tokio::test]
async fn the_model_is_given_the_beginning_and_the_host_all_of_it() {
    for way in WAYS {
        let long = "ö".repeat(70_000);
        let kit = toolkit([
            tool("long", move || text(long.clone())),
            tool("rows", || Ok(ToolOutput::json(json!({ "rows": vec!["Ann"; 20_000] })))),
            tool("mixed", || mixed(60_001)),
            tool("short", || mixed(59_993)),
        ]);
        let observed = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&observed);
        let archive = Archive::default();
        let calls = ["long", "rows", "mixed", "short"].map(|name| (name, json!({})));
        let model = ScriptedModel::new([Turn::calls(calls), Turn::say("Done.")]);
        let tools = AgentTools::new(&kit).observer(move |call: &ObservedCall<'_>| {
            told.lock().unwrap().push(call.result.unwrap().clone());
        });
        let agent = AgentBuilder::new(model.clone())
            .toolkit(tools)
            .unwrap()
            .add_hook(archive.clone())
            .build();
        way.run(agent.prompt("Go.")).await.unwrap();

        let seen = model.requests()[1].tool_results();
        let (beginning, notice) = seen[0].text.split_once('\n').unwrap();
        assert_eq!(beginning, "ö".repeat(60_000));
        allow_duplicates! {
            assert_snapshot!(notice, @"[the result is cut here, after 60000 of 70000 characters; if the rest is needed, call the tool for less, or for one part at a time]");
        }
        let (beginning, notice) = seen[1].text.split_once('\n').unwrap();
        assert_eq!(beginning.chars().count(), 60_000);
        assert!(beginning.starts_with(r#"{"rows":["Ann","Ann","#));
        assert!(notice.contains("60000 of 120010"), "{notice}");
        let lines: Vec<_> = seen[2].text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(lines[..2], [60_000, "[image]".len()]);
        assert!(seen[2].text.contains("60000 of 60008"));
        assert_eq!(seen[3].text, format!("{}\n[image]\nthe end", "é".repeat(59_993)));
        assert!(seen.iter().all(|result| !result.is_error));

        let observed = observed.lock().unwrap();
        assert_eq!(observed[0].value, Value::from("ö".repeat(70_000)));
        assert_eq!(observed[1].value["rows"].as_array().unwrap().len(), 20_000);
        assert_eq!(observed[2], mixed(60_001).unwrap());
        assert_eq!(observed[3], mixed(59_993).unwrap());

        let archived = archive.0.lock().unwrap();
        for (kept, observed) in archived.iter().zip(observed.iter()).take(3) {
            let kept = kept.as_ref().unwrap();
            assert_eq!((&kept.value, &kept.content), (&observed.value, &observed.content));
        }
        // What the model was given is whole.
        assert_eq!(archived[3], None);
    }
}

#[tokio::test]
async fn the_limit_is_an_option_and_nothing_may_be_shown() {
    for way in WAYS {
        let table = [
            (0, "\n[the result has 10"),
            (4, "0123\n[the"),
            (9, "012345678\n[the"),
            (10, "0123456789"),
        ];
        for (most, expected) in table {
            let kit = toolkit([tool("digits", || text("0123456789"))]);
            let model = ScriptedModel::new([Turn::call("digits", json!({})), Turn::say("Done.")]);
            let tools = AgentTools::new(&kit).limits(Limits::default().result_chars(most));
            let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
            way.run(agent.prompt("Go.")).await.unwrap();
            let said = format!("\n{}", model.requests()[1].tool_results()[0].text);
            assert!(said.starts_with(&format!("\n{}", expected.trim_start())), "{most}: {said}");
        }
    }
}

#[tokio::test]
async fn errors_are_cut_too_and_the_host_has_the_whole_message() {
    for way in WAYS {
        let kit = toolkit([tool("fails", || {
            Err(ToolError::new(ErrorCode::ScriptFailed, "no, ".repeat(50)))
        })]);
        let messages = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&messages);
        let model = ScriptedModel::new([Turn::call("fails", json!({})), Turn::say("Done.")]);
        let tools = AgentTools::new(&kit).limits(Limits::default().result_chars(10)).observer(
            move |call: &ObservedCall<'_>| {
                told.lock().unwrap().push(call.result.unwrap_err().message.clone());
            },
        );
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        way.run(agent.prompt("Go.")).await.unwrap();
        let result = &model.requests()[1].tool_results()[0];
        assert!(result.is_error);
        allow_duplicates! {
            assert_snapshot!(result.text, @"
            no, no, no
            [the message is cut here, after 10 of 200 characters]
            ");
        }
        assert_eq!(*messages.lock().unwrap(), ["no, ".repeat(50)]);
    }
}

#[tokio::test]
async fn ten_megabytes_go_through_a_run() {
    for way in WAYS {
        let rows = Value::from(vec![json!({ "name": "Ann", "city": "Zürich" }); 300_000]);
        let kit = toolkit([tool("rows", move || Ok(ToolOutput::json(rows.clone())))]);
        let model = ScriptedModel::new([Turn::call("rows", json!({})), Turn::say("Done.")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&kit).unwrap().build();
        let response = way.run(agent.prompt("Go.")).await.unwrap();
        assert!(serde_json::to_string(&response.messages).unwrap().len() < 100_000);
    }
}
