//! Errors of tools: the model is given their text, and the host the error itself.

use std::sync::{Arc, Mutex};

use insta::assert_snapshot;
use rig_agent::AgentBuilder;
use rig_agent::agent::{AgentHook, HookContext, OutcomeAction, OutcomeEvent};
use rulebook::{
    Collection, ErrorCode, FnTool, Session, ToolCall, ToolError, ToolOutput, ToolSpec, Toolkit,
};
use rulebook_rig::testing::{ScriptedModel, Seen, SeenResult, Turn};
use rulebook_rig::{AgentTools, Limits, ToolkitAgent, ToolkitRun};
use serde_json::json;

use crate::support::live::Rules;
use crate::support::till;
use crate::support::way::{WAYS, Way};

const CODES: [ErrorCode; 10] = [
    ErrorCode::UnknownTool,
    ErrorCode::InvalidArguments,
    ErrorCode::ScriptFailed,
    ErrorCode::InvalidResult,
    ErrorCode::TimedOut,
    ErrorCode::Cancelled,
    ErrorCode::LimitExceeded,
    ErrorCode::Unavailable,
    ErrorCode::NeedsApproval,
    ErrorCode::Denied,
];

/// An error as a hook finds it: ours, its code, whether it is a refusal.
type Outcome = (Option<ToolError>, String, bool);

/// A call as the observer is told of it.
type Observed = (String, Result<ToolOutput, ToolError>);

/// What the host is told, by a hook and by the observer.
#[derive(Clone, Default)]
struct Host {
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    observed: Arc<Mutex<Vec<Observed>>>,
}

impl AgentHook for Host {
    async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        if let Some(result) = event.tool_result() {
            let error = result.error().or(result.refusal());
            self.outcomes.lock().unwrap().push((
                error.and_then(|error| error.downcast_ref::<ToolError>()).cloned(),
                error.and_then(|error| error.code()).unwrap_or_default().to_owned(),
                result.is_refused(),
            ));
        }
        OutcomeAction::proceed()
    }
}

impl Host {
    fn tools(&self, toolkit: &Toolkit) -> AgentTools {
        let observed = Arc::clone(&self.observed);
        AgentTools::new(toolkit).observer(move |call| {
            let result = call.result.cloned().map_err(Clone::clone);
            observed.lock().unwrap().push((call.tool.to_owned(), result));
        })
    }

    fn outcomes(&self) -> Vec<Outcome> {
        std::mem::take(&mut *self.outcomes.lock().unwrap())
    }

    fn observed(&self) -> Vec<Observed> {
        std::mem::take(&mut *self.observed.lock().unwrap())
    }
}

/// What the model is told of the calls of its first turn, blocking and streaming alike.
async fn told(host: &Host, toolkit: &Toolkit, turn: Turn) -> Vec<SeenResult> {
    let mut told = Vec::new();
    for way in WAYS {
        let model = ScriptedModel::new([turn.clone(), Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(host.tools(toolkit)).unwrap();
        let agent = agent.add_hook(host.clone()).build();
        let response = way.run(agent.prompt("go").run_options(Session::new())).await.unwrap();
        assert_eq!(response.output(), "ok");
        told.push(model.requests().pop().unwrap().tool_results());
    }
    let last = told.pop().unwrap();
    assert_eq!(told.pop().as_ref(), Some(&last));
    last
}

fn fails(error: ToolError) -> Toolkit {
    let tool = FnTool::new(ToolSpec::new("fail", "Fails."), move |_: ToolCall| {
        let error = error.clone();
        async move { Err::<ToolOutput, _>(error) }
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    Toolkit::builder().collection(desk).build().unwrap()
}

#[tokio::test]
async fn each_code_reaches_the_model_as_text_and_the_host_as_itself() {
    for code in CODES {
        let error = ToolError::new(code, format!("it is {code} with `x`"));
        let host = Host::default();
        let told = told(&host, &fails(error.clone()), Turn::call("fail", json!({}))).await;
        let [told] = &told[..] else { panic!("one result") };
        assert_eq!((told.text.as_str(), told.is_error), (error.message.as_str(), true));
        for (seen, written, refused) in host.outcomes() {
            assert_eq!(seen.as_ref(), Some(&error));
            assert_eq!((written.as_str(), refused), (code.as_str(), code == ErrorCode::Denied));
        }
        let observed = host.observed();
        let expected = ("fail".to_owned(), Err(error));
        assert_eq!(observed, [expected.clone(), expected]);
    }
}

const FAILING: &str = r#"
fn crash(amount: int) -> int { let m = #{}; m.missing_member.other; amount }
fn stop(amount: int) -> int { throw "no refund above 50" }
fn wrong(amount: int) -> #{ status: string } { #{ status: 3 } }
"#;

#[tokio::test]
async fn a_script_that_fails_is_told_of_without_a_place_of_the_machine() {
    let rules =
        Rules::new(FAILING, &[("crash", "crash"), ("stop", "stop"), ("wrong", "wrong")]).await;
    let toolkit = Toolkit::builder().collection(rules.tools()).build().unwrap();
    let host = Host::default();
    let amount = json!({ "amount": 3 });
    let turn = Turn::calls([
        ("crash", amount.clone()),
        ("stop", amount.clone()),
        ("wrong", amount),
        ("stop", json!({ "amount": "many", "sum": 1 })),
    ]);
    let told = told(&host, &toolkit, turn).await;
    assert!(told.iter().all(|result| result.is_error));
    let texts: Vec<_> = told.into_iter().map(|result| result.text).collect();
    let text = texts.join("\n\n");
    assert!(!text.contains(rules.place()), "{text}");
    assert_snapshot!(text, @r#"
    `missing_member` is not a field of this map; if it may be absent, write `map.get("missing_member") ?? other`, or ask `"missing_member" in map`

    no refund above 50

    `status`: expected string, found an int; use `.to_string()`

    `amount`: expected int, found the string `many`; write a whole number, like `3`; `sum` is not a parameter; the parameters are `amount`
    "#);
    let codes: Vec<_> = host.outcomes().into_iter().map(|(_, code, _)| code).collect();
    assert_eq!(
        codes[..4],
        ["script_failed", "script_failed", "invalid_result", "invalid_arguments"]
    );
}

#[tokio::test]
async fn a_tool_that_panics_fails_and_the_run_goes_on() {
    let tool = FnTool::new(ToolSpec::new("fail", "Fails."), |call: ToolCall| async move {
        assert!(call.arguments.is_empty(), "secret");
        panic!("secret")
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let host = Host::default();
    let told = told(&host, &toolkit, Turn::call("fail", json!({}))).await;
    assert_snapshot!(told[0].text, @"a function of the host failed unexpectedly: the log of the host says why");
    assert!(told[0].is_error);
    assert!(host.outcomes().iter().all(|(error, _, _)| error.is_some()));
}

#[tokio::test]
async fn a_misspelt_name_is_answered_and_the_calls_beside_it_are_told() {
    let host = Host::default();
    let sum = || ("add", json!({ "left": 1, "right": 2 }));
    let turn = Turn::calls([sum(), ("refnd", json!({ "order": "A-1", "amount": 1 }))]);
    let told = told(&host, &till(), turn).await;
    let texts: Vec<_> = told.iter().map(|result| result.text.as_str()).collect();
    assert_snapshot!(texts.join("\n"), @"
    Tool not executed because another tool call in the same assistant turn was invalid.
    there is no tool `refnd`; did you mean `refund`?
    ");
    assert!(told.iter().all(|result| result.is_error));
    let error = till().call("refnd", json!({}), &Session::new()).await.unwrap_err();
    assert_eq!(texts[1], error.message);
    // Nothing ran.
    assert!(host.observed().is_empty());
}

/// A stream is given up where the wrong name stands: what would have come after it was never
/// said.
#[tokio::test]
async fn calls_after_a_misspelt_name_do_not_run() {
    for way in WAYS {
        let host = Host::default();
        let sum = ("add", json!({ "left": 1, "right": 2 }));
        let turn = Turn::calls([("ad", json!({})), sum]);
        let model = ScriptedModel::new([turn, Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(host.tools(&till())).unwrap();
        way.run(agent.build().prompt("go")).await.unwrap();
        let told = model.requests()[1].tool_results();
        assert_eq!(told[0].text, "there is no tool `ad`; did you mean `add`?");
        assert_eq!(told.len(), if way == Way::Blocking { 2 } else { 1 });
        assert!(told.iter().all(|result| result.is_error));
        assert!(host.observed().is_empty());
    }
}

#[tokio::test]
async fn a_name_that_is_like_no_other_is_answered_with_those_that_there_are() {
    let host = Host::default();
    let told = told(&host, &till(), Turn::call("weather", json!({}))).await;
    assert_snapshot!(told[0].text, @"there is no tool `weather`; the tools are `add`, `note`, `refund`");
}

#[tokio::test]
async fn arguments_that_are_no_object_are_answered_and_the_others_run() {
    for written in [r#"{ "left": 1, "right""#, "[1, 2]", "12", "\"left\""] {
        let host = Host::default();
        let told = told(&host, &till(), Turn::written_call("add", written)).await;
        assert!(told[0].is_error, "{written}");
        let observed = host.observed();
        assert_eq!(observed.len(), 2, "{written}");
        let error = observed[0].1.as_ref().unwrap_err();
        assert_eq!((error.code, &error.message), (ErrorCode::InvalidArguments, &told[0].text));
        if written == "[1, 2]" {
            assert_snapshot!(told[0].text, @"the arguments cannot be read: expected a JSON object, found an array; call again with a JSON object");
        }
    }
}

#[tokio::test]
async fn blank_arguments_are_none() {
    let host = Host::default();
    let told = told(&host, &till(), Turn::written_call("add", "")).await;
    assert_snapshot!(told[0].text, @"`left` is missing; `right` is missing");
}

#[tokio::test]
async fn a_message_that_is_too_long_is_cut_for_the_model_alone() {
    let error = ToolError::new(ErrorCode::ScriptFailed, "ä".repeat(100));
    let host = Host::default();
    let toolkit = fails(error.clone());
    for way in WAYS {
        let model = ScriptedModel::new([Turn::call("fail", json!({})), Turn::say("ok")]);
        let tools = host.tools(&toolkit).limits(Limits::default().result_chars(10));
        let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap();
        way.run(agent.add_hook(host.clone()).build().prompt("go")).await.unwrap();
        let told = model.requests()[1].tool_results()[0].text.clone();
        assert!(told.starts_with(&"ä".repeat(10)) && told.chars().count() < 80, "{told}");
    }
    assert!(host.outcomes().iter().all(|(seen, _, _)| seen.as_ref() == Some(&error)));
    assert!(host.observed().iter().all(|(_, seen)| seen.as_ref() == Err(&error)));
}

#[tokio::test]
async fn an_observer_that_panics_disturbs_nobody() {
    let tools = AgentTools::new(&till()).observer(|call| assert_eq!(call.tool, "note"));
    let model = ScriptedModel::by(|request| match request.tool_results().len() {
        0 => Turn::call("add", json!({ "left": 1, "right": 2 })),
        _ => Turn::say("ok"),
    });
    let agent = AgentBuilder::new(model.clone()).toolkit(tools).unwrap().build();
    for way in WAYS {
        assert_eq!(way.run(agent.prompt("go")).await.unwrap().output(), "ok");
    }
    assert!(model.requests().iter().all(|request| {
        request.tool_results().iter().all(|result| result.text == "3" && !result.is_error)
    }));
}
