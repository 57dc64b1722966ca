//! The schemas of questions, and answers that are held to them.

use rulebook::Question;
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use super::support::{Person, accept, asking, call, text};
use crate::support::{Era, connect};

/// What becomes of an answer to a question with one member.
async fn member(schema: Value, answer: Value, era: Era) -> String {
    let whole = json!({ "type": "object", "properties": { "x": schema } });
    asked(whole, json!({ "x": answer }), era).await
}

async fn asked(schema: Value, answer: Value, era: Era) -> String {
    let (toolkit, _) = asking([Question::new("k", "What?", schema)]);
    let person = Person::answering([accept(answer), json!({ "action": "decline" })]);
    let client = connect(&McpServer::new(toolkit), era, person.clone()).await;
    let text = text(&call(&client, "order", json!({})).await);
    match person.messages().get(1) {
        Some(again) => again.lines().next().unwrap().to_owned(),
        None => text,
    }
}

#[tokio::test]
async fn an_answer_is_held_to_its_form() {
    let titled = json!([{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }]);
    let fits = "";
    let table = [
        (json!({ "type": "string" }), json!("é"), fits),
        (json!({ "type": "string", "maxLength": 1 }), json!("é"), fits),
        (json!({ "type": "string", "maxLength": 1 }), json!("éé"), "has more than 1 characters"),
        (json!({ "type": "string", "minLength": 1 }), json!(""), "has fewer than 1 characters"),
        (json!({ "type": "string", "format": "email" }), json!("a@b.c"), fits),
        (json!({ "type": "string" }), json!(1), "is no text"),
        (json!({ "type": "boolean" }), json!(false), fits),
        (json!({ "type": "boolean" }), json!("false"), "is neither true nor false"),
        (json!({ "type": "number", "minimum": 0, "maximum": 2 }), json!(1.5), fits),
        (json!({ "type": "number", "minimum": 0 }), json!(-1), "is less than 0"),
        (json!({ "type": "number", "maximum": 2 }), json!(3), "is more than 2"),
        (json!({ "type": "integer", "format": "uint32" }), json!(7), fits),
        (json!({ "type": "integer" }), json!(1.5), "is no whole number"),
        (json!({ "type": "integer" }), json!("7"), "is no whole number"),
        (json!({ "type": "string", "enum": ["a", "b"] }), json!("a"), fits),
        (json!({ "type": "string", "enum": ["a", "b"] }), json!("c"), "is none of the choices"),
        (
            json!({ "type": "string", "enum": ["a"], "enumNames": ["A"] }),
            json!("A"),
            "is none of the choices",
        ),
        (json!({ "type": "string", "oneOf": titled }), json!("b"), fits),
        (json!({ "anyOf": titled }), json!("b"), fits),
        (json!({ "type": "string", "oneOf": titled }), json!("B"), "is none of the choices"),
        (
            json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b"] } }),
            json!(["a", "b"]),
            fits,
        ),
        (
            json!({ "type": "array", "items": { "anyOf": titled }, "minItems": 1 }),
            json!(["b"]),
            fits,
        ),
        (
            json!({ "type": "array", "items": { "anyOf": titled }, "minItems": 1 }),
            json!([]),
            "has fewer than 1 choices",
        ),
        (
            json!({ "type": "array", "items": { "oneOf": titled } }),
            json!(["c"]),
            "is none of the choices",
        ),
        (json!({ "type": "array", "items": { "oneOf": titled } }), json!("a"), "is no list"),
    ];
    for (schema, answer, problem) in table {
        for era in Era::BOTH {
            let expected = if problem.is_empty() {
                json!({ "answers": [{ "x": answer }] }).to_string()
            } else {
                format!("The last answer did not fit: `x` {problem}.")
            };
            let given = member(schema.clone(), answer.clone(), era).await;
            assert_eq!(given, expected, "{schema} {era:?}");
        }
    }
}

#[tokio::test]
async fn a_whole_number_has_no_fraction_for_the_tool() {
    let given = member(json!({ "type": "integer" }), json!(3.0), Era::Sessions).await;
    assert_eq!(given, r#"{"answers":[{"x":3}]}"#);
}

#[tokio::test]
async fn what_is_no_form_is_told_to_whoever_wrote_the_tool() {
    let wrong = [
        json!("x"),
        json!({ "type": "string" }),
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": {}, "oneOf": [] }),
        json!({ "type": "object", "properties": { "x": { "type": "object" } } }),
        json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/X" } } }),
        json!({ "type": "object", "properties": { "x": { "type": "string", "pattern": "a" } } }),
        json!({ "type": "object", "properties": { "x": { "enum": [1, 2] } } }),
        json!({ "type": "object", "properties": { "x": { "oneOf": [{ "const": "a" }] } } }),
        json!({ "type": "object", "properties": { "x": { "type": "array" } } }),
        json!({ "type": "object", "properties": { "x": {
            "type": "array", "items": { "type": "string" },
        } } }),
        json!({ "type": "object", "properties": {}, "required": ["x"] }),
        json!({ "type": "object", "properties": { "x": { "type": "string", "format": "ipv4" } } }),
    ];
    let mut told = Vec::new();
    for schema in wrong {
        let [one, other] = [
            asked(schema.clone(), json!({}), Era::Sessions).await,
            asked(schema, json!({}), Era::Stateless).await,
        ];
        assert_eq!(one, other);
        told.push(one.replace("! the question `k` of the tool cannot be asked: ", ""));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    its schema is no object
    its schema must have the type `object`
    its schema has no `properties`
    a form has no `oneOf`: leave it out of its schema
    its member `x` has the type `object`, and a form has strings, numbers, integers, booleans and choices
    its member `x` has no type, and a form has strings, numbers, integers, booleans and choices
    its member `x` has `pattern`, which a form does not: leave it out
    its member `x` has an `enum` that is no list of texts
    its member `x` has choices without a text as `const` and one as `title`
    its member `x` has no `items`: a list in a form is a choice of several
    its member `x` has items that are no choices (`enum` or `anyOf`)
    its `required` has "x", which is not among its properties
    its member `x` has a keyword with a value that a form does not take: a `default` of another type, or a `format` that is none of `email`, `uri`, `date` and `date-time`
    "#);
}
