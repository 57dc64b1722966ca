//! Tools of every kind as an agent has them, and their results.

use rig_agent::AgentBuilder;
use rig_agent::agent::MultiTurnStreamItem;
use rig_agent::tool::server::ToolServer;
use rig_core::message::{Message, ToolName, ToolResultContent, UserContent};
use rig_core::tool::DynamicTool;
use rulebook::{
    Collection, FnTool, Session, ToolCall, ToolKind, ToolOutput, ToolSpec, Toolkit, TypedTool,
};
use rulebook_rig::testing::{ScriptedModel, Seen, Turn};
use rulebook_rig::{AgentTools, ToolkitAgent, ToolkitRun, dynamic_tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::support::kit::{Native, kit, rules};
use crate::support::way::WAYS;
use crate::support::{Till, till};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Pair {
    /// The first.
    left: i64,
    right: Option<String>,
}

/// Tools of every kind, some of them in collections of collections.
async fn everything() -> Toolkit {
    let closure =
        FnTool::new(ToolSpec::new("closure", "A closure."), |call: ToolCall| async move {
            Ok(ToolOutput::json(Value::Object(call.arguments)))
        });
    let typed = TypedTool::new("typed", "A typed one.", |pair: Pair, _| async move {
        Ok::<_, std::convert::Infallible>(pair)
    });
    let inner = Collection::builder("inner").tool(typed).collection(Native).build().unwrap();
    let outer = Collection::builder("outer")
        .tool(closure)
        .collection(inner)
        .collection(rules().await)
        .kind("closure", ToolKind::Read)
        .build()
        .unwrap();
    Toolkit::builder().collection(outer).collection(Till).build().unwrap()
}

#[tokio::test]
async fn each_tool_is_told_of_as_its_spec_says_to_the_byte_and_in_order() {
    let toolkit = everything().await;
    for way in WAYS {
        let model = ScriptedModel::new([Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        way.run(agent.prompt("go")).await.unwrap();
        let told: Vec<_> = model.requests()[0]
            .tools
            .iter()
            .map(|tool| {
                (tool.name.to_string(), tool.description.clone(), tool.parameters.to_string())
            })
            .collect();
        let specs: Vec<_> = toolkit
            .specs()
            .iter()
            .map(|spec| {
                (spec.name.clone(), spec.description.clone(), spec.input_schema.to_string())
            })
            .collect();
        assert_eq!(told, specs);
    }
    let by_hand: Vec<_> =
        dynamic_tools(&toolkit).iter().map(|tool| tool.name().to_string()).collect();
    let names: Vec<_> = toolkit.specs().iter().map(|spec| spec.name.clone()).collect();
    assert_eq!(by_hand, names);
    assert_eq!(names[..3], ["closure", "typed", "optional"]);
}

/// The content of the results in the last message of a request.
fn results(request: &rig_core::completion::CompletionRequest) -> Vec<Vec<ToolResultContent>> {
    let messages = request.chat_history.iter().flat_map(|message| match message {
        Message::User { content } => content.clone(),
        _ => Vec::new(),
    });
    let results = messages.filter_map(|part| match part {
        UserContent::ToolResult(result) => Some(result.content),
        _ => None,
    });
    results.collect()
}

/// A tool that gives a value.
fn gives(value: Value) -> Toolkit {
    let tool = FnTool::new(ToolSpec::new("give", "Gives."), move |_: ToolCall| {
        let value = value.clone();
        async move { Ok(ToolOutput::json(value)) }
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

#[tokio::test]
async fn results_are_what_the_tool_gave() {
    let nested = (0..50).fold(json!([1]), |inner, _| json!({ "in": inner }));
    let values = [
        json!(i64::MIN),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(12.5),
        json!(0.1),
        json!(1e300),
        json!(-0.0),
        json!(5e-324),
        json!(true),
        json!(null),
        json!([]),
        json!({}),
        json!([1, "two", [3.25, null]]),
        json!({ "z": 1, "a": { "y": [], "b": "x" } }),
        nested,
    ];
    for way in WAYS {
        for value in &values {
            let model = ScriptedModel::new([Turn::call("give", json!({})), Turn::say("ok")]);
            let agent = AgentBuilder::new(model.clone()).toolkit(&gives(value.clone())).unwrap();
            way.run(agent.build().prompt("go")).await.unwrap();
            let [content] = &results(&model.requests()[1])[..] else { panic!("one result") };
            let [ToolResultContent::Json { value: given }] = &content[..] else {
                panic!("{way:?} {value}: {content:?}")
            };
            assert_eq!(given.to_string(), value.to_string(), "{way:?}");
        }
    }
}

#[tokio::test]
async fn a_string_is_text() {
    for way in WAYS {
        for text in ["hello", "two\nlines", "{\"not\": \"an object\"}", "12", "a\u{200b}ß🦀"] {
            let model = ScriptedModel::new([Turn::call("give", json!({})), Turn::say("ok")]);
            let agent = AgentBuilder::new(model.clone()).toolkit(&gives(json!(text))).unwrap();
            way.run(agent.build().prompt("go")).await.unwrap();
            let given = results(&model.requests()[1]);
            assert_eq!(given, [[ToolResultContent::text(text)]]);
        }
    }
}

/// A call for each tool of the kit, with what its parameters are.
fn calls() -> Vec<(&'static str, Value)> {
    let line = json!({ "sku": "L", "price": 3.10, "quantity": 1 });
    let order = json!({ "number": "A-1", "lines": [line], "gift": { "wrap": true } });
    vec![
        (
            "scalars",
            json!({ "yes": true, "count": i64::MAX, "ratio": 0.1, "price": "12345678901234567.89", "text": "t" }),
        ),
        ("choice", json!({ "reason": "late", "again": null })),
        ("nullable", json!({ "count": 3, "line": null })),
        ("order", json!({ "order": order })),
        ("texts", json!({ "texts": ["a", "b"] })),
        ("counts", json!({ "counts": { "z": 1, "a": i64::MIN } })),
        ("anything", json!({ "map": { "deep": [{ "er": null }] } })),
        ("list", json!({ "list": [1, "two", null, [3]] })),
        ("nothing", json!({})),
        ("optional", json!({ "note": "n" })),
        ("search", json!({ "search": { "query": "q", "place": { "city": "Rome" } } })),
        ("target", json!({ "target": { "kind": "customer", "id": u64::MAX } })),
        ("level", json!({ "level": "high" })),
        ("by_name", json!({ "counts": { "a": 1 } })),
        ("any", json!({ "value": [1.5, null], "object": { "b": 1, "a": 2 } })),
        ("tree", json!({ "tree": { "name": "t", "children": [{ "name": "u", "children": [] }] } })),
        ("flat", json!({ "flat": { "name": "n", "city": "Oslo" } })),
    ]
}

#[tokio::test]
async fn a_call_of_a_model_gives_what_a_call_of_the_toolkit_gives() {
    let toolkit = kit().await;
    let names: Vec<_> = toolkit.specs().iter().map(|spec| spec.name.clone()).collect();
    assert_eq!(calls().iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    for way in WAYS {
        let model = ScriptedModel::new([Turn::calls(calls()), Turn::say("ok")]);
        let tools =
            AgentTools::new(&toolkit).limits(rulebook_rig::Limits::default().calls_a_round(100));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
        way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        let given = model.requests()[1].tool_results();
        assert_eq!(given.len(), names.len());
        for ((name, arguments), given) in calls().into_iter().zip(given) {
            let outcome = toolkit.call(name, arguments, &Session::new()).await.unwrap();
            let expected = match outcome.done().unwrap().value {
                Value::String(text) => text,
                value => value.to_string(),
            };
            assert_eq!((given.text, given.is_error), (expected, false), "{way:?} {name}");
        }
    }
}

#[tokio::test]
async fn a_stream_tells_of_each_result_as_it_was_given() {
    use futures_util::StreamExt;
    let model = ScriptedModel::new([
        Turn::calls([("add", json!({ "left": 1, "right": 2 })), ("note", json!({ "text": "x" }))]),
        Turn::say("ok"),
    ]);
    let agent = AgentBuilder::new(model).toolkit(&till()).unwrap().build();
    let mut stream = agent.prompt("go").run_options(Session::new()).stream();
    let mut given = Vec::new();
    while let Some(item) = stream.next().await {
        if let MultiTurnStreamItem::ToolResult { tool_result } = item.unwrap() {
            given.push((tool_result.name.to_string(), tool_result.content));
        }
    }
    let expected = [("add", json!(3)), ("note", json!(true))]
        .map(|(name, value)| (name.to_owned(), vec![ToolResultContent::json(value)]));
    assert_eq!(given, expected);
}

#[tokio::test]
async fn tools_that_are_set_up_by_hand_run_in_the_session_of_the_run() {
    for way in WAYS {
        let model = ScriptedModel::new([
            Turn::calls([
                ("note", json!({ "text": "x" })),
                ("refund", json!({ "order": "A-1", "amount": 1 })),
            ]),
            Turn::say("ok"),
        ]);
        let tools = dynamic_tools(&till());
        let agent = AgentBuilder::new(model.clone()).dynamic_tools(tools).default_max_turns(4);
        let session = Session::new();
        way.run(agent.build().prompt("go").run_options(&session)).await.unwrap();
        let kept = session.for_collection("till").get::<crate::support::Notes>().unwrap();
        assert_eq!(kept.0, ["x"]);
        let results = model.requests()[1].tool_results();
        assert!(results[1].is_error, "{results:?}");
    }
}

/// A tool of the host's own.
fn hosts(name: &str) -> DynamicTool {
    let name = ToolName::new(name).unwrap();
    DynamicTool::new(name, "The host's.", json!({ "type": "object" }), |_| {
        Box::pin(async { Ok(rig_core::tool::ToolOutput::text("the host's")) })
    })
}

#[tokio::test]
async fn tools_of_the_host_stand_before_those_of_the_toolkit() {
    let model = ScriptedModel::new([Turn::say("ok")]);
    let tools = AgentTools::new(&till()).beside(ToolServer::new().dynamic_tool(hosts("clock")));
    let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
    agent.prompt("go").await.unwrap();
    assert_eq!(model.requests()[0].tool_names(), ["clock", "add", "refund", "note"]);
}

#[test]
fn a_tool_of_the_host_with_a_name_of_the_toolkits_is_an_error() {
    let beside = ToolServer::new().dynamic_tools(vec![hosts("note"), hosts("add")]);
    let model = ScriptedModel::new([]);
    let error = AgentBuilder::new(model).toolkit(AgentTools::new(&till()).beside(beside));
    insta::assert_snapshot!(error.err().unwrap(), @"the toolkit and the tools beside it both have `add`, `note`: rename one of each");
}
