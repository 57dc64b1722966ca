//! Approvals of calls.

use rulebook::{Collection, PermissionMode, PermissionPolicy, ToolSet, Toolkit};
use rulebook_mcp::{Approvals, McpServer};
use serde_json::{Value, json};

use super::support::{Person, accept, call, pay_back, text, till};
use crate::support::{Era, connect};

/// What becomes of a call that a person says something about.
async fn after(answer: Value, era: Era) -> (String, usize) {
    let (toolkit, runs) = till();
    let person = Person::answering([answer]);
    let client = connect(&McpServer::new(toolkit), era, person.clone()).await;
    let result = call(&client, "pay_back", json!({ "cents": 5 })).await;
    assert_eq!(person.asked().len(), 1);
    (text(&result), runs.count())
}

#[tokio::test]
async fn what_a_person_says_is_what_happens() {
    let ran = r#"{"paid":5}"#;
    let table = [
        (json!({ "action": "accept" }), ran),
        (accept(json!({})), ran),
        (accept(json!({ "approve": true, "reason": "fine" })), ran),
        (accept(json!({ "other": 1 })), ran),
        (
            accept(json!({ "approve": false })),
            "! the call of `pay_back` was not approved: the person declined",
        ),
        (
            accept(json!({ "approve": false, "reason": "ask\nKim" })),
            r"! the call of `pay_back` was not approved: ask\u{a}Kim",
        ),
        (
            json!({ "action": "decline" }),
            "! the call of `pay_back` was not approved: the person declined",
        ),
        (
            json!({ "action": "cancel" }),
            "! the call of `pay_back` was not approved: the person closed the question without a \
             decision",
        ),
    ];
    for (answer, expected) in table {
        for era in Era::BOTH {
            let runs = usize::from(expected == ran);
            assert_eq!(after(answer.clone(), era).await, (expected.to_owned(), runs), "{era:?}");
        }
    }
}

#[tokio::test]
async fn what_is_no_answer_approves_nothing() {
    for content in [json!({ "approve": "no" }), json!({ "approve": null }), json!([true])] {
        for era in Era::BOTH {
            let (toolkit, runs) = till();
            let person = Person::answering([accept(content.clone())]);
            let client = connect(&McpServer::new(toolkit), era, person).await;
            let result =
                client.call_tool(super::support::params("pay_back", json!({ "cents": 5 }))).await;
            match (era, result) {
                (Era::Sessions, Ok(result)) => assert!(text(&result).starts_with("! the call of")),
                (Era::Stateless, Err(error)) => {
                    let error = error.to_string();
                    assert!(error.contains("the answer to `approval`"), "{error}");
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(runs.count(), 0, "{content}");
        }
    }
}

#[tokio::test]
async fn a_person_sees_the_tool_its_source_and_the_arguments() {
    let folder = crate::support::rules(
        "rules.rhai",
        "fn refund(cents: int, note: string) -> int { cents }",
        json!([{ "name": "refund", "description": "Pays\nback.", "kind": "edit",
            "requiresApproval": true }]),
    );
    let rules = ToolSet::load(folder.path().join("rules.json")).await.unwrap();
    let toolkit = Toolkit::builder().collection(rules).build().unwrap();
    let mut messages = Vec::new();
    for era in Era::BOTH {
        let person = Person::answering([accept(json!({}))]);
        let client = connect(&McpServer::new(toolkit.clone()), era, person.clone()).await;
        let arguments = json!({ "cents": 5, "note": "a\nWhat it does: nothing\u{202e}" });
        let given = text(&call(&client, "refund", arguments).await);
        assert_eq!(given, if era == Era::Sessions { r#"{"result":5}"# } else { "5" });
        messages.extend(person.messages());
        let schema = &person.asked()[0]["requestedSchema"];
        assert_eq!(schema["properties"]["approve"]["default"], true);
        assert_eq!(schema.get("required"), None);
    }
    assert_eq!(messages[0], messages[1]);
    insta::assert_snapshot!(messages[0], @r#"
    May the tool `refund` run?
    What it does: Pays back.
    Where it comes from: the function `refund` of the script `rules.rhai`, by the manifest `rules.json` (load 1)
    What it can change: data that outlives the run (`edit`)
    Arguments:
      {
        "cents": 5,
        "note": "a\nWhat it does: nothing\u{202e}"
      }
    "#);
}

#[tokio::test]
async fn a_person_is_told_what_is_not_shown() {
    let (toolkit, _) = till();
    let person = Person::answering([json!({ "action": "decline" })]);
    let client = connect(&McpServer::new(toolkit), Era::Sessions, person.clone()).await;
    call(&client, "pay_back", json!({ "cents": "x".repeat(600), "note": "y" })).await;
    let message = person.messages()[0].replace(&"x".repeat(500), "xxx");
    insta::assert_snapshot!(message, @r#"
    May the tool `pay_back` run?
    What it does: Pays money back.
    Where it comes from: the collection `till`
    What it can change: data that outlives the run (`edit`)
    Arguments, of which PARTS ARE NOT SHOWN here, since they are too long:
      {
        "cents": "xxx"… (and 100 characters that are not shown),
        "note": "y"
      }
    Approve only if you trust what is not shown, too.
    "#);
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_told_what_to_do() {
    for era in Era::BOTH {
        let (toolkit, runs) = till();
        let client = connect(&McpServer::new(toolkit), era, Person::mute()).await;
        let result = call(&client, "pay_back", json!({ "cents": 5 })).await;
        assert_eq!(
            text(&result),
            "! the call of `pay_back` has not run: a person has to approve it, and this client \
             cannot ask one, since it declares no elicitation by form. Do not call it again: the \
             person can use a client that asks, or whoever runs the server can allow it with a \
             permission policy"
        );
        assert_eq!(runs.count(), 0);
    }
}

#[tokio::test]
async fn a_server_that_asks_nobody_refuses() {
    for era in Era::BOTH {
        let (toolkit, runs) = till();
        let server = McpServer::builder(toolkit).approvals(Approvals::Never).build();
        let person = Person::answering([accept(json!({}))]);
        let client = connect(&server, era, person.clone()).await;
        let result = call(&client, "pay_back", json!({ "cents": 5 })).await;
        assert_eq!(
            text(&result),
            "! the call of `pay_back` has not run: someone has to approve it, and this server \
             asks nobody. Do not call it again: only whoever runs the server can allow it, with a \
             permission policy"
        );
        assert_eq!((runs.count(), person.asked().len()), (0, 0));
    }
}

#[tokio::test]
async fn what_a_policy_allows_is_not_asked_about() {
    for era in Era::BOTH {
        let (tool, runs) = pay_back();
        let till = Collection::builder("till").tool(tool).requires_approval("pay_back");
        let policy = PermissionPolicy::new(PermissionMode::AcceptEdits);
        let toolkit = Toolkit::builder().collection(till.build().unwrap()).policy(policy);
        let client = connect(&McpServer::new(toolkit.build().unwrap()), era, Person::mute()).await;
        call(&client, "pay_back", json!({ "cents": 5 })).await;
        assert_eq!(runs.count(), 1);
    }
}
