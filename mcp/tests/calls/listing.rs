//! Tools as they are listed.

use rulebook::{FnTool, ToolKind, ToolOutput, ToolSpec, Toolkit};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::{giving, script, toolkit};

async fn listed(client: &mut Raw, id: i64) -> Value {
    client.ask(id, "tools/list", json!({})).await;
    at(&client.answer(id).await, "/result/tools").clone()
}

#[tokio::test]
async fn a_script_is_listed_as_its_signatures_say() {
    let text = "
        /// Says what an item costs.
        fn price(sku: string, count: int, note: string?) -> decimal { 1.5 }
        /// Says hello.
        fn hello() -> #{ text: string } { #{ text: \"hello\" } }
    ";
    let (toolkit, _folder) = script(text, &["price", "hello"]).await;
    let server = McpServer::new(toolkit);
    let mut client = Raw::new(&server, Era::Sessions).await;
    insta::assert_snapshot!(format!("{:#}", listed(&mut client, 1).await), @r#"
    [
      {
        "name": "price",
        "description": "price",
        "inputSchema": {
          "type": "object",
          "properties": {
            "sku": {
              "type": "string"
            },
            "count": {
              "type": "integer"
            },
            "note": {
              "type": [
                "string",
                "null"
              ]
            }
          },
          "required": [
            "sku",
            "count",
            "note"
          ],
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "result": {
              "type": [
                "number",
                "string"
              ],
              "pattern": "^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"
            }
          },
          "required": [
            "result"
          ],
          "additionalProperties": false
        }
      },
      {
        "name": "hello",
        "description": "hello",
        "inputSchema": {
          "type": "object",
          "properties": {},
          "required": [],
          "additionalProperties": false
        },
        "outputSchema": {
          "type": "object",
          "properties": {
            "text": {
              "type": "string"
            }
          },
          "required": [
            "text"
          ],
          "additionalProperties": false
        }
      }
    ]
    "#);
    let mut client = Raw::new(&server, Era::Stateless).await;
    let bare = listed(&mut client, 1).await;
    insta::assert_snapshot!(format!("{:#}", bare[0]["outputSchema"]), @r#"
    {
      "type": [
        "number",
        "string"
      ],
      "pattern": "^(-?[1-9][0-9]*(\\.[0-9]+)?|-?0\\.[0-9]*[1-9][0-9]*|0(\\.0+)?)$"
    }
    "#);
}

#[tokio::test]
async fn lists_are_the_same_byte_by_byte() {
    let text = "fn b(z: int, a: int) -> int { z } fn a(y: int) -> array { [] } fn c() -> int { 1 }";
    let (toolkit, _folder) = script(text, &["b", "a", "c"]).await;
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let (mut one, mut other) = (Raw::new(&server, era).await, Raw::new(&server, era).await);
        let first = listed(&mut one, 1).await;
        let names: Vec<_> = first.as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
        assert_eq!(names, ["b", "a", "c"], "{era:?}");
        assert!(first.to_string().find("\"z\"") < first.to_string().find("\"a\":"), "{era:?}");
        for id in 2..5 {
            assert_eq!(listed(&mut one, id).await.to_string(), first.to_string(), "{era:?}");
        }
        assert_eq!(listed(&mut other, 1).await.to_string(), first.to_string(), "{era:?}");
    }
}

#[tokio::test]
async fn annotations_claim_what_the_kind_says() {
    let kinds = [
        (Some(ToolKind::Read), json!({ "readOnlyHint": true })),
        (Some(ToolKind::State), json!({ "readOnlyHint": false, "destructiveHint": false })),
        (Some(ToolKind::Edit), json!({ "readOnlyHint": false })),
        (Some(ToolKind::Execute), json!({ "readOnlyHint": false })),
        (None, Value::Null),
    ];
    for (kind, annotations) in kinds {
        let mut spec = ToolSpec::new("one", "Is of a kind.");
        spec.kind = kind;
        let tool = FnTool::new(spec, |_| async { Ok(ToolOutput::json(json!(null))) });
        let server = McpServer::new(toolkit([Box::new(tool)]));
        for era in Era::BOTH {
            let mut client = Raw::new(&server, era).await;
            let listed = listed(&mut client, 1).await;
            assert_eq!(listed[0]["annotations"], annotations, "{era:?} {kind:?}");
            let schema = json!({
                "type": "object", "properties": {}, "required": [], "additionalProperties": false,
            });
            assert_eq!(listed[0]["inputSchema"], schema, "{era:?} {kind:?}");
        }
    }
}

#[tokio::test]
async fn a_strange_schema_does_not_break_the_list() {
    let strange = [json!(true), json!(false), json!({}), json!("text"), json!(7), json!([])];
    let tools = [0, 1, 2, 3, 4, 5].map(|at: usize| {
        let schema = strange.get(at).cloned();
        giving(&format!("tool_{at}"), schema, ToolOutput::json(json!(1)))
    });
    let server = McpServer::new(toolkit(tools));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let listed = listed(&mut client, 1).await;
        assert_eq!(listed.as_array().unwrap().len(), 6, "{era:?}");
        for at in 0..6 {
            let answer = client.call(2, &format!("tool_{at}"), json!({})).await;
            assert_eq!(answer["result"].get("isError"), Some(&json!(false)), "{era:?} {answer}");
            let schema = &listed[at]["outputSchema"];
            assert!(schema.is_null() || schema.is_object(), "{era:?} {schema}");
        }
    }
}

#[tokio::test]
async fn a_list_of_no_tools_is_empty() {
    let server = McpServer::new(Toolkit::builder().build().unwrap());
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        assert_eq!(listed(&mut client, 1).await, json!([]), "{era:?}");
        let answer = client.call(2, "anything", json!({})).await;
        assert_eq!(answer["error"]["code"], -32602, "{era:?}");
    }
}
