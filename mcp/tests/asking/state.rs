//! The sealed state of calls that stand alone.

use std::time::Duration;

use rmcp::model::{CallToolRequestParams, CallToolResponse, InputRequiredResult};
use rulebook::Toolkit;
use rulebook_mcp::{McpServer, Metrics};
use serde_json::{Value, json};

use super::support::{Person, accept, asking, params, question, text, till};
use crate::support::{Connected, Era, connect};

async fn client(server: &McpServer) -> Connected<Person> {
    connect(server, Era::Stateless, Person::default()).await
}

/// What a call asks.
async fn asks(client: &Connected<Person>, params: CallToolRequestParams) -> InputRequiredResult {
    match client.call_tool_once(params).await.unwrap() {
        CallToolResponse::InputRequired(asked) => asked,
        other => panic!("{other:?}"),
    }
}

/// The same call with an answer and state.
fn answered(
    params: &CallToolRequestParams,
    (key, answer): (&str, Value),
    state: impl Into<String>,
) -> CallToolRequestParams {
    let mut params = params.clone();
    params.input_responses = Some([(key.to_owned(), answer)].into());
    params.request_state = Some(state.into());
    params
}

fn approved() -> (&'static str, Value) {
    ("approval", accept(json!({})))
}

/// How a call ends: its result, or the error of the protocol.
async fn ends(client: &Connected<Person>, params: CallToolRequestParams) -> String {
    match client.call_tool_once(params).await {
        Ok(CallToolResponse::Complete(result)) => text(&result),
        Ok(other) => format!("{other:?}"),
        Err(error) => error.to_string(),
    }
}

const UNUSABLE: &str = "Mcp error: -32602: the `requestState` cannot be used: it was changed, was \
                        given by another server or for another call, is too old, or was used \
                        before. Call without it to begin anew";

fn pay() -> CallToolRequestParams {
    params("pay_back", json!({ "cents": 5, "note": { "a": 1, "b": 2 } }))
}

#[tokio::test]
async fn state_is_taken_for_what_it_was_given_for_and_once() {
    let (toolkit, runs) = till();
    let metrics = Metrics::new();
    let client = client(&McpServer::builder(toolkit).metrics(&metrics).build()).await;
    let state = asks(&client, pay()).await.request_state.unwrap();
    let same = answered(&pay(), approved(), &state);

    let other_arguments = params("pay_back", json!({ "cents": 500, "note": { "a": 1, "b": 2 } }));
    let cut: String = state.chars().take(state.len() - 1).collect();
    let wrong = [
        answered(&other_arguments, approved(), &state),
        answered(&params("nothing", json!({})), approved(), &state),
        answered(&pay(), approved(), format!("{state}-TAMPERED")),
        answered(&pay(), approved(), cut),
        answered(&pay(), approved(), ""),
    ];
    for wrong in wrong {
        assert_eq!(ends(&client, wrong).await, UNUSABLE);
    }
    for counted in [
        r#"rulebook_calls_total{outcome="invalid_state",tool="pay_back"} 4"#,
        r#"rulebook_calls_total{outcome="invalid_state",tool=""} 1"#,
    ] {
        assert!(metrics.render().contains(counted), "{}", metrics.render());
    }
    assert_eq!(runs.count(), 0);

    // The order of members is nobody's.
    let reordered = params("pay_back", json!({ "note": { "b": 2, "a": 1 }, "cents": 5 }));
    assert_eq!(ends(&client, answered(&reordered, approved(), &state)).await, r#"{"paid":5}"#);
    assert_eq!(ends(&client, same).await, UNUSABLE);
    assert_eq!(runs.count(), 1);
}

#[tokio::test]
async fn state_that_is_used_twice_at_the_same_time_is_used_once() {
    let (toolkit, runs) = till();
    let client = client(&McpServer::new(toolkit)).await;
    let state = asks(&client, pay()).await.request_state.unwrap();
    let same = answered(&pay(), approved(), &state);
    let (one, other) = tokio::join!(ends(&client, same.clone()), ends(&client, same));
    let mut both = [one, other];
    both.sort();
    assert_eq!(both, [UNUSABLE, r#"{"paid":5}"#]);
    assert_eq!(runs.count(), 1);
}

#[tokio::test]
async fn state_that_is_too_old_is_refused() {
    let (toolkit, runs) = till();
    let server = McpServer::builder(toolkit).patience(Duration::ZERO).build();
    let client = client(&server).await;
    let state = asks(&client, pay()).await.request_state.unwrap();
    assert_eq!(ends(&client, answered(&pay(), approved(), state)).await, UNUSABLE);
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn state_goes_to_another_server_with_the_same_key_only() {
    let toolkits = || till().0;
    let keyed = |toolkit: Toolkit, key: u8| {
        McpServer::builder(toolkit).state_key([key; 32]).unwrap().build()
    };
    let one = client(&keyed(toolkits(), 1)).await;
    let state = asks(&one, pay()).await.request_state.unwrap();
    let call = answered(&pay(), approved(), state);
    for server in [McpServer::new(toolkits()), keyed(toolkits(), 2)] {
        assert_eq!(ends(&client(&server).await, call.clone()).await, UNUSABLE);
    }
    let replica = client(&keyed(toolkits(), 1)).await;
    assert_eq!(ends(&replica, call).await, r#"{"paid":5}"#);
}

#[test]
fn a_short_key_is_refused() {
    let Err(error) = McpServer::builder(till().0).state_key("secret") else { panic!("taken") };
    insta::assert_snapshot!(error, @"the state key is too short: it has to have 32 bytes or more");
}

#[tokio::test]
async fn what_is_missing_is_asked_for_again() {
    let (toolkit, runs) = till();
    let client = client(&McpServer::new(toolkit)).await;
    let first = asks(&client, pay()).await;
    let other = ("other", accept(json!({})));
    let again = answered(&pay(), other, first.request_state.clone().unwrap());
    let second = asks(&client, again).await;
    assert_eq!(second.input_requests, first.input_requests);
    assert_ne!(second.request_state, first.request_state);
    let call = answered(&pay(), approved(), second.request_state.unwrap());
    assert_eq!(ends(&client, call).await, r#"{"paid":5}"#);
    assert_eq!(runs.count(), 1);
}

#[tokio::test]
async fn an_approval_without_state_approves_nothing() {
    let (toolkit, runs) = till();
    let client = client(&McpServer::new(toolkit)).await;
    let mut call = pay();
    call.input_responses = Some([("approval".to_owned(), accept(json!({})))].into());
    asks(&client, call).await;
    assert_eq!(runs.count(), 0);
}

#[tokio::test]
async fn what_is_no_answer_is_an_error_of_the_protocol() {
    let (toolkit, runs) = till();
    let payer = client(&McpServer::new(toolkit)).await;
    let state = asks(&payer, pay()).await.request_state.unwrap();
    let error = ends(&payer, answered(&pay(), ("approval", json!(12345)), state)).await;
    let expected = "Mcp error: -32602: the `inputResponses` cannot be read: the answer to \
                    `approval` is no answer to a form";
    assert_eq!((error.as_str(), runs.count()), (expected, 0));

    let (toolkit, _) = asking([question("size")]);
    let orderer = client(&McpServer::new(toolkit)).await;
    let order = params("order", json!({}));
    let state = asks(&orderer, order.clone()).await.request_state.unwrap();
    let error = ends(&orderer, answered(&order, ("size", json!(12345)), state)).await;
    assert_eq!(error, expected.replace("approval", "size"));
}

#[tokio::test]
async fn answers_may_come_with_the_first_call_and_others_are_ignored() {
    let (toolkit, runs) = asking([question("size")]);
    let client = client(&McpServer::new(toolkit)).await;
    let mut call = params("order", json!({}));
    let answers = [
        ("size".to_owned(), accept(json!({ "size": "L" }))),
        ("unknown_extra_key".to_owned(), accept(json!({ "foo": "bar" }))),
        ("another".to_owned(), json!(12345)),
    ];
    call.input_responses = Some(answers.into());
    assert_eq!(ends(&client, call.clone()).await, r#"{"answers":[{"size":"L"}]}"#);
    assert_eq!(runs.count(), 1);
    call.input_responses = Some([("wrong_key".to_owned(), accept(json!({})))].into());
    let asked = asks(&client, call).await;
    assert!(asked.input_requests.unwrap().contains_key("size"));
}
