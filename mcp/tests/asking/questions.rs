//! Questions of tools.

use rmcp::model::ErrorCode;
use rmcp::service::ServiceError;
use rulebook::{Collection, FnTool, Question, ToolCall, ToolOutput, ToolSpec, Toolkit};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use super::support::{Person, accept, asking, call, question, shown, text};
use crate::support::{Era, connect};

/// What a tool gets that asks, and what the person saw.
async fn answers(
    questions: impl IntoIterator<Item = Question>,
    given: impl IntoIterator<Item = Value>,
    era: Era,
) -> (String, Vec<String>, usize) {
    let (toolkit, runs) = asking(questions);
    let person = Person::answering(given);
    let client = connect(&McpServer::new(toolkit), era, person.clone()).await;
    let result = call(&client, "order", json!({})).await;
    (text(&result), person.messages(), runs.count())
}

#[tokio::test]
async fn a_tool_gets_what_the_person_says() {
    let table = [
        (accept(json!({ "size": "L", "more": 1 })), json!({ "size": "L" })),
        (json!({ "action": "decline" }), "declined".into()),
        (json!({ "action": "cancel" }), "cancelled".into()),
    ];
    for (given, expected) in table {
        for era in Era::BOTH {
            let (text, messages, runs) = answers([question("size")], [given.clone()], era).await;
            assert_eq!(text, json!({ "answers": [expected] }).to_string(), "{era:?}");
            assert_eq!(messages, ["Which size?"]);
            assert_eq!(runs, if era == Era::Sessions { 1 } else { 2 });
        }
    }
}

#[tokio::test]
async fn one_question_comes_after_the_other() {
    for era in Era::BOTH {
        let given = [accept(json!({ "size": "L" })), accept(json!({ "colour": "red" }))];
        let (text, messages, _) = answers([question("size"), question("colour")], given, era).await;
        assert_eq!(text, r#"{"answers":[{"size":"L"},{"colour":"red"}]}"#, "{era:?}");
        assert_eq!(messages, ["Which size?", "Which colour?"]);
    }
}

#[tokio::test]
async fn an_answer_holds_for_what_the_person_read() {
    let again = Question::new("size", "Are you sure?", question("size").schema);
    for era in Era::BOTH {
        let given = [accept(json!({ "size": "L" })), accept(json!({ "size": "M" }))];
        let questions = [question("size"), again.clone(), question("size")];
        let given = given.into_iter().chain([accept(json!({ "size": "L" }))]);
        let (text, messages, _) = answers(questions, given, era).await;
        assert_eq!(text, r#"{"answers":[{"size":"L"},{"size":"M"},{"size":"L"}]}"#, "{era:?}");
        // Where the tool runs again, what was said before is still at hand.
        let asked: &[_] = match era {
            Era::Sessions => &["Which size?", "Are you sure?", "Which size?"],
            Era::Stateless => &["Which size?", "Are you sure?"],
        };
        assert_eq!(messages, asked);
    }
}

#[tokio::test]
async fn several_questions_are_asked_at_once() {
    let spec = ToolSpec::new("order", "Orders something.");
    let tool = FnTool::new(spec, |call: ToolCall| async move {
        let (size, colour) =
            tokio::join!(call.caller.ask(question("size")), call.caller.ask(question("colour")),);
        Ok(ToolOutput::json(json!({ "size": shown(size?), "colour": shown(colour?) })))
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let person = Person::answering([json!({ "action": "decline" }), json!({ "action": "cancel" })]);
    let client = connect(&McpServer::new(toolkit), Era::Stateless, person.clone()).await;
    let asked = client.call_tool_once(super::support::params("order", json!({}))).await.unwrap();
    let rmcp::model::CallToolResponse::InputRequired(asked) = asked else { panic!("{asked:?}") };
    let keys: Vec<_> = asked.input_requests.unwrap().into_keys().collect();
    assert_eq!(keys, ["colour", "size"]);
    let result = call(&client, "order", json!({})).await;
    assert_eq!(text(&result).matches("ed\"").count(), 2, "{}", text(&result));
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_again() {
    for era in Era::BOTH {
        let given = [accept(json!({ "size": 7 })), accept(json!({ "size": "L" }))];
        let (text, messages, _) = answers([question("size")], given, era).await;
        assert_eq!(text, r#"{"answers":[{"size":"L"}]}"#, "{era:?}");
        let again = "The last answer did not fit: `size` is no text.\nWhich size?";
        assert_eq!(messages, ["Which size?", again]);
    }
}

#[tokio::test]
async fn a_client_that_never_gives_a_fitting_answer_is_not_asked_forever() {
    let given = || std::iter::repeat_n(accept(json!({})), 20);
    let (text, messages, _) = answers([question("size")], given(), Era::Sessions).await;
    assert_eq!(text, "! the client gave no answer that fits the question: `size` is missing");
    assert_eq!(messages.len(), 3);
    let (toolkit, _) = asking([question("size")]);
    let person = Person::answering(given());
    let client = connect(&McpServer::new(toolkit), Era::Stateless, person.clone()).await;
    let params = super::support::params("order", json!({}));
    let result = client.call_tool_with_mrtr_max_rounds(params, 30).await.unwrap();
    assert_eq!(
        self::text(&result),
        "! the call of `order` was given up: there was still something to ask after 10 rounds"
    );
    assert_eq!(person.asked().len(), 10);
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_told_so() {
    let words = "the tool has to ask a person something, and this client cannot ask one, since it \
                 declares no elicitation by form: the person can use a client that asks";
    let server = || McpServer::new(asking([question("size")]).0);
    let client = connect(&server(), Era::Sessions, Person::mute()).await;
    assert_eq!(text(&call(&client, "order", json!({})).await), format!("! {words}"));

    // The newer revision has an error for it.
    let client = connect(&server(), Era::Stateless, Person::mute()).await;
    let refused = client.call_tool(super::support::params("order", json!({}))).await;
    let Err(ServiceError::McpError(error)) = refused else { panic!("{refused:?}") };
    assert_eq!(
        (error.code, &*error.message),
        (ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY, words)
    );
    assert_eq!(error.data, Some(json!({ "requiredCapabilities": { "elicitation": {} } })));
}

#[tokio::test]
async fn a_client_that_fails_to_ask_is_told_to_the_tool() {
    let (text, ..) = answers([question("size")], ["broken".into()], Era::Sessions).await;
    assert_eq!(text, "! the client could not ask the person");
}
