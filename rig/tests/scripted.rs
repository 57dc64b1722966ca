//! The model for tests and samples.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::StreamExt;
use insta::{allow_duplicates, assert_snapshot};
use proptest::prelude::*;
use rig_agent::AgentBuilder;
use rig_core::completion::{CompletionRequest, Usage};
use rig_core::message::{AssistantContent, Message, ToolName};
use rig_core::streaming::{Item, StreamEvent};
use rig_core::tool::{DynamicTool, ToolExecutionError, ToolOutput};
use rulebook::Session;
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{ToolkitAgent, ToolkitRun};
use serde_json::{Value, json};

use crate::support::desk;
use crate::support::json::object;
use crate::support::way::{WAYS, Way};

/// A tool that gives what it is given, and fails where it is told to.
fn echo() -> DynamicTool {
    let schema = json!({ "type": "object", "properties": { "say": {} } });
    DynamicTool::new(ToolName::new("echo").unwrap(), "Says it again.", schema, |given| {
        Box::pin(async move {
            match given.get("fail") {
                Some(why) => Err(ToolExecutionError::other(why.as_str().unwrap())),
                None => Ok(ToolOutput::json(given)),
            }
        })
    })
}

fn results(request: &CompletionRequest) -> Vec<String> {
    let line = |seen: rulebook_rig::testing::SeenResult| {
        let mark = if seen.is_error { " (error)" } else { "" };
        format!("{} {}{mark}: {}", seen.call, seen.tool, seen.text)
    };
    request.tool_results().into_iter().map(line).collect()
}

#[tokio::test]
async fn the_same_script_serves_both_ways() {
    for way in WAYS {
        let model = ScriptedModel::new([
            Turn::calls([("echo", json!({ "say": 1 })), ("echo", json!({ "fail": "no" }))])
                .saying("Let me see, one moment."),
            Turn::answer(|request| {
                Turn::call("echo", json!({ "say": request.tool_results().len() }))
            }),
            Turn::say("Done and done."),
        ]);
        let agent = AgentBuilder::new(model.clone())
            .preamble("Be brief.")
            .dynamic_tool(echo())
            .default_max_turns(8)
            .build();
        let response = way.run(agent.prompt("Go.")).await.unwrap();

        assert_eq!(response.output(), "Done and done.", "{way:?}");
        let requests = model.requests();
        assert_eq!(requests.len(), 3);
        assert_eq!(model.turns_left(), 0);
        for request in &requests {
            assert_eq!(request.system(), Some("Be brief."));
            assert_eq!(request.tool_names(), ["echo"]);
            assert_eq!(request.tool_schema("echo").unwrap()["type"], "object");
            assert_eq!(request.user_texts(), ["Go."]);
        }
        assert_eq!(requests[0].last_text(), Some("Go."));
        assert_eq!(requests[1].last_text(), None);
        assert_eq!(
            results(&requests[2]),
            [r#"call_1 echo: {"say":1}"#, "call_2 echo (error): no", r#"call_3 echo: {"say":2}"#]
        );
        // The text before the calls is in the turn.
        let Message::Assistant(turn) = &requests[1].conversation()[1] else {
            panic!("{requests:#?}")
        };
        let AssistantContent::Text(text) = &turn.content[0] else { panic!("{turn:#?}") };
        assert_eq!(text.text(), "Let me see, one moment.");
    }
}

#[tokio::test]
async fn a_stream_comes_in_pieces() {
    let turn = Turn::call("echo", json!({ "say": "a long text" })).saying("One moment, please.");
    let model = ScriptedModel::new([turn]).into_model();
    let mut stream = model.stream(CompletionRequest::new("Go.")).unwrap();
    let (mut texts, mut arguments) = (Vec::new(), Vec::new());
    while let Some(item) = stream.next().await {
        match item.unwrap() {
            Item::Event(StreamEvent::Text { text, .. }) => texts.push(text),
            Item::Event(StreamEvent::Arguments { json, .. }) => arguments.push(json),
            _ => {}
        }
    }
    assert_eq!(texts, ["One ", "moment, ", "please."]);
    assert_eq!(arguments, [r#"{"say":"a "#, r#"long text"}"#]);
}

#[tokio::test]
async fn what_is_beyond_the_script_and_what_fails_says_so() {
    for way in WAYS {
        let model = ScriptedModel::new([Turn::fail("the account is out of money"), Turn::say("a")]);
        let agent = AgentBuilder::new(model.clone()).build();
        let told = way.run(agent.prompt("1")).await.unwrap_err().to_string();
        allow_duplicates! {
            assert_snapshot!(told, @"ProviderError: the account is out of money");
        }
        assert_eq!(way.run(agent.prompt("2")).await.unwrap().output(), "a");
        let told = way.run(agent.prompt("3")).await.unwrap_err().to_string();
        allow_duplicates! {
            assert_snapshot!(told, @"ProviderError: the scripted model has 2 turns, and this is call 3 of it");
        }
        assert_eq!(model.requests().len(), 3);

        let none = AgentBuilder::new(ScriptedModel::new([])).build();
        let told = way.run(none.prompt("1")).await.unwrap_err().to_string();
        allow_duplicates! {
            assert_snapshot!(told, @"ProviderError: the scripted model has 0 turns, and this is call 1 of it");
        }

        fn forever(_: &CompletionRequest) -> Turn {
            Turn::answer(forever)
        }
        let endless = AgentBuilder::new(ScriptedModel::by(forever)).build();
        let told = way.run(endless.prompt("1")).await.unwrap_err().to_string();
        allow_duplicates! {
            assert_snapshot!(told, @"ProviderError: the scripted model decides for another turn 64 times and never says one");
        }
    }
}

#[tokio::test]
async fn one_model_holds_many_conversations_at_once() {
    for way in WAYS {
        let model = ScriptedModel::by(|request| match request.tool_results().as_slice() {
            [] => Turn::call("echo", json!({ "say": request.last_text() })),
            [result, ..] => Turn::say(result.text.clone()),
        });
        let agent = Arc::new(
            AgentBuilder::new(model.clone()).dynamic_tool(echo()).default_max_turns(8).build(),
        );
        let runs = (0..32).map(|number| {
            let agent = Arc::clone(&agent);
            tokio::spawn(async move {
                let said = way.run(agent.prompt(format!("I am {number}"))).await.unwrap().output();
                assert_eq!(said, json!({ "say": format!("I am {number}") }).to_string());
            })
        });
        for run in runs.collect::<Vec<_>>() {
            run.await.unwrap();
        }
        // No two calls of a model have an id in common.
        let mut ids: Vec<_> = model
            .requests()
            .iter()
            .flat_map(|request| request.tool_results())
            .map(|result| result.call)
            .collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 32);
    }
}

#[tokio::test]
async fn the_live_context_is_told_from_what_the_user_says() {
    for way in WAYS {
        let model = ScriptedModel::new([Turn::call("photo", json!({})), Turn::say("Seen.")]);
        let kit = desk::kit().await;
        let agent = AgentBuilder::new(model.clone()).toolkit(&kit).unwrap().build();
        way.run(agent.prompt("Where is it?").run_options(Session::new())).await.unwrap();

        let [first, second] = &model.requests()[..] else { panic!("{model:?}") };
        assert_eq!((first.last_text(), second.last_text()), (Some("Where is it?"), None));
        for request in [first, second] {
            assert_eq!(request.user_texts(), ["Where is it?"]);
        }
        let (was, is) = (first.context().unwrap(), second.context().unwrap());
        assert!(was.contains("It is 1 past nine.") && is.contains("It is 2 past nine."), "{is}");
        assert_eq!(results(second), ["call_1 photo: the parcel\n[image]"]);
        assert_eq!(first.tool_names().len(), kit.specs().len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However a call is cut into pieces on its way, what arrives is what was written.
    #[test]
    fn whatever_is_written_arrives(given in object(), said in "\\PC{0,40}") {
        let written = given.to_string();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for way in WAYS {
            let turns = [Turn::written_call("echo", &written).saying(&said), Turn::say("Done.")];
            let model = ScriptedModel::new(turns);
            let agent = AgentBuilder::new(model.clone()).dynamic_tool(echo());
            let agent = agent.default_max_turns(8).build();
            runtime.block_on(way.run(agent.prompt("Go."))).unwrap();
            let request = &model.requests()[1];
            prop_assert_eq!(&results(request)[0], &format!("call_1 echo: {written}"));
            let Message::Assistant(turn) = &request.conversation()[1] else { panic!() };
            let texts: Vec<_> = turn.content.iter().filter_map(|part| match part {
                AssistantContent::Text(text) => Some(text.text()),
                _ => None,
            }).collect();
            // A text of nothing but blanks is no part of a turn.
            let expected: &[&str] = if said.trim().is_empty() { &[] } else { &[&said] };
            prop_assert_eq!(texts, expected);
        }
    }
}

#[tokio::test]
async fn arguments_are_sent_as_they_are_written() {
    // What is no object comes back to the model, and nothing runs.
    let table = [
        (r#"{"say":12345678901234567}"#, r#"{"say":12345678901234567}"#),
        (r#"{ "say": "ä", "say": "ö" }"#, r#"{"say":"ö"}"#),
        ("", "{}"),
    ];
    for way in WAYS {
        for (written, given) in table {
            let turns = [Turn::written_call("echo", written), Turn::say("")];
            let seen = after_one_call(way, turns).await;
            assert_eq!(seen, format!("call_1 echo: {given}"), "{way:?} {written}");
        }
        for written in [r#"{"say": 1"#, "[1]", "7", "say"] {
            let turns = [Turn::written_call("echo", written), Turn::say("")];
            let seen = after_one_call(way, turns).await;
            assert!(seen.starts_with("call_1 echo (error): "), "{way:?} {written}: {seen}");
        }
    }
}

async fn after_one_call(way: Way, turns: [Turn; 2]) -> String {
    let model = ScriptedModel::new(turns);
    let agent = AgentBuilder::new(model.clone()).dynamic_tool(echo()).default_max_turns(8).build();
    let _ = way.run(agent.prompt("Go.")).await;
    results(model.requests().last().unwrap()).join("\n")
}

#[tokio::test]
async fn a_turn_says_what_it_cost() {
    for way in WAYS {
        let cost = Usage::default().input_tokens(7).output_tokens(2).total_tokens(9);
        let late = Turn::answer(|_| Turn::call("echo", json!({}))).saying("well").counting(cost);
        let model = ScriptedModel::new([late, Turn::say("done").counting(cost)]);
        let agent =
            AgentBuilder::new(model.clone()).dynamic_tool(echo()).default_max_turns(8).build();
        let response = way.run(agent.prompt("Go.")).await.unwrap();
        assert_eq!(response.usage.total_tokens, Some(18), "{way:?}");
        let requests = model.requests();
        let Message::Assistant(turn) = &requests[1].conversation()[1] else { panic!() };
        assert_eq!(turn.content.len(), 2);
    }
}

#[tokio::test]
async fn a_call_that_is_never_awaited_takes_no_turn() {
    let model = ScriptedModel::new([Turn::say("once")]);
    let of_rig = model.clone().into_model();
    drop(of_rig.call(CompletionRequest::new("dropped")));
    drop(of_rig.stream(CompletionRequest::new("dropped")));
    assert_eq!((model.requests().len(), model.turns_left()), (0, 1));
    assert_eq!(of_rig.call(CompletionRequest::new("kept")).await.unwrap().text(), "once");
}

#[tokio::test]
async fn what_decides_may_look_at_the_model() {
    let model: Arc<std::sync::OnceLock<ScriptedModel>> = Arc::default();
    let inner = Arc::clone(&model);
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let scripted = ScriptedModel::by(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Turn::say(inner.get().map_or(0, |model| model.requests().len()).to_string())
    });
    model.set(scripted.clone()).unwrap();
    let agent = AgentBuilder::new(scripted).build();
    assert_eq!(agent.prompt("How many?").await.unwrap().output(), "1");
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[test]
fn a_model_and_its_turns_can_be_printed() {
    let model = ScriptedModel::new([Turn::say("a"), Turn::call("echo", Value::Null)]);
    assert_snapshot!(format!("{model:?}"), @"ScriptedModel { requests: 0, turns_left: 2 }");
    let turns = [Turn::say("a"), Turn::fail("b"), Turn::answer(|_| Turn::say("c"))];
    assert_snapshot!(format!("{turns:?}"), @r#"[Reply { text: "a", calls: [] }, Fail("b"), Answer]"#);
}
