//! Errors where the protocol wants them.

use std::time::Duration;

use rulebook::{ErrorCode, ToolError};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::{echo, script, tool, toolkit};

#[tokio::test]
async fn what_a_tool_fails_with_is_a_result_for_the_model() {
    const CODES: [ErrorCode; 9] = [
        ErrorCode::UnknownTool,
        ErrorCode::InvalidArguments,
        ErrorCode::ScriptFailed,
        ErrorCode::InvalidResult,
        ErrorCode::TimedOut,
        ErrorCode::Cancelled,
        ErrorCode::LimitExceeded,
        ErrorCode::Unavailable,
        ErrorCode::Denied,
    ];
    let fail = tool("fail", |call| async move {
        let code = CODES.into_iter().find(|code| call.arguments["code"] == code.as_str()).unwrap();
        Err(ToolError::new(code, "it is raining"))
    });
    let server = McpServer::new(toolkit([fail]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        for code in CODES {
            let answer = client.call(1, "fail", json!({ "code": code.as_str() })).await;
            let result = &answer["result"];
            assert_eq!(result["isError"], true, "{era:?} {code}");
            let text = json!([{ "type": "text", "text": "it is raining" }]);
            assert_eq!(result["content"], text, "{era:?} {code}");
            assert_eq!(result["_meta"], json!({ "rulebook/code": code.as_str() }), "{era:?}");
            assert_eq!(result.get("structuredContent"), None, "{era:?} {code}");
        }
    }
}

#[tokio::test]
async fn what_goes_wrong_in_a_script_is_told_to_the_model() {
    let text = "
        fn days(n: int) -> int { if n < 0 { throw \"no days before the first\" } 10 / n }
        fn endless() -> int { loop {} }
    ";
    let (toolkit, _folder) = script(text, &["days", "endless"]).await;
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let mut told = Vec::new();
        for arguments in
            [json!({ "n": "x" }), json!({ "day": 1 }), json!({ "n": -1 }), json!({ "n": 0 })]
        {
            let answer = client.call(1, "days", arguments).await;
            assert_eq!(answer["result"]["isError"], true, "{era:?}");
            told.push(said(&answer));
        }
        insta::allow_duplicates! { insta::assert_snapshot!(told.join("\n"), @"
        invalid_arguments: `n`: expected int, found the string `x`; write a whole number, like `3`
        invalid_arguments: `day` is not a parameter; the parameters are `n`; `n` is missing
        script_failed: no days before the first
        script_failed: division by zero: 10 / 0
        ") }
    }
}

fn said(answer: &Value) -> String {
    let result = &answer["result"];
    let code = at(result, "/_meta/rulebook~1code").as_str().unwrap();
    format!("{code}: {}", at(result, "/content/0/text").as_str().unwrap())
}

#[tokio::test]
async fn only_what_is_exported_can_be_called() {
    let text = "
        fn total(n: int) -> int { helper(n) }
        fn helper(n) { n * 2 }
        private fn hidden(n: int) -> int { n }
    ";
    let (toolkit, _folder) = script(text, &["total"]).await;
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let mut told = Vec::new();
        for name in ["totl", "helper", "hidden", "rules.rhai", "../total", "", " total", "TOTAL"] {
            let answer = client.call(1, name, json!({ "n": 1 })).await;
            assert_eq!(answer["error"]["code"], -32602, "{era:?} {name}: {answer}");
            told.push(answer["error"]["message"].as_str().unwrap().to_owned());
        }
        insta::allow_duplicates! { insta::assert_snapshot!(told.join("\n"), @"
        there is no tool `totl`; did you mean `total`?
        there is no tool `helper`; the tools are `total`
        there is no tool `hidden`; the tools are `total`
        there is no tool `rules.rhai`; the tools are `total`
        there is no tool `../total`; did you mean `total`?
        there is no tool ``; the tools are `total`
        there is no tool ` total`; did you mean `total`?
        there is no tool `TOTAL`; did you mean `total`?
        ") }
        let answer = client.call(2, &"x".repeat(1 << 20), json!({ "n": 1 })).await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.len() < 300, "{era:?} {message}");
        // Wrong arguments change nothing about it.
        let answer = client.call_written(3, "totl", r#"{"n":1,"n":2}"#).await;
        assert_eq!(answer["error"]["code"], -32602, "{era:?} {answer}");
    }
}

#[tokio::test]
async fn a_request_without_its_members_is_a_protocol_error() {
    let server = McpServer::new(toolkit([echo()]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let mut told = Vec::new();
        for (method, params) in [
            ("tools/call", json!({})),
            ("tools/call", json!({ "name": 7 })),
            ("tools/list", json!({ "cursor": "next" })),
            ("tools/sell", json!({})),
            (&*"x".repeat(1 << 16), json!({})),
        ] {
            client.ask(1, method, params).await;
            let answer = client.answer(1).await;
            let message = answer["error"]["message"].as_str().unwrap().to_owned();
            told.push(format!("{} {message}", answer["error"]["code"]));
        }
        insta::allow_duplicates! { insta::assert_snapshot!(told.join("\n"), @"
        -32602 the params of `tools/call` need `name`, a string, and may have `arguments`, an object
        -32602 the params of `tools/call` need `name`, a string, and may have `arguments`, an object
        -32602 there is no such cursor: the list of tools has one page
        -32601 there is no method `tools/sell`
        -32601 there is no method `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`
        ") }
    }
}

#[tokio::test]
async fn a_tool_that_panics_ends_its_call_alone() {
    let panics = tool("panics", |call| async move {
        assert!(call.arguments.is_empty(), "on purpose");
        panic!("on purpose")
    });
    let server = McpServer::new(toolkit([panics, echo()]));
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let answer = client.call(1, "panics", json!({})).await;
        assert_eq!(answer["result"]["isError"], true, "{era:?} {answer}");
        let answer = client.call(2, "echo", json!({ "n": 1 })).await;
        assert_eq!(answer["result"]["structuredContent"], json!({ "n": 1 }), "{era:?}");
    }
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_over() {
    let hangs = tool("hangs", |_| std::future::pending());
    let desk = rulebook::Collection::builder("desk");
    let desk = desk.tool(std::sync::Arc::<dyn rulebook::Tool>::from(hangs)).build().unwrap();
    let toolkit = rulebook::Toolkit::builder().collection(desk);
    let toolkit = toolkit.timeout(Duration::from_millis(50)).build().unwrap();
    let server = McpServer::new(toolkit);
    for era in Era::BOTH {
        let mut client = Raw::new(&server, era).await;
        let answer = client.call(1, "hangs", json!({})).await;
        assert_eq!(answer["result"]["_meta"]["rulebook/code"], "timed_out", "{era:?} {answer}");
    }
}
