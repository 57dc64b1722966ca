//! What a server's tool gave, as it is passed on.

use rmcp::model::CallToolRequestParams;
use rulebook::{ContentBlock, EmbeddedResource, ResourceLink, ToolCall, ToolOutput, ToolSpec};
use rulebook_mcp::{McpServer, McpToolCollection};
use serde_json::{Value, json};

use crate::support::hop::{collection, hop};
use crate::support::raw::{Raw, at};
use crate::support::scripted::{Scripted, begin, ended, failed, of, tool};
use crate::support::tools::{giving, toolkit};
use crate::support::{Era, connect, who};

/// Content of every kind, with all that it can have.
fn every_kind() -> Vec<ContentBlock> {
    let link = ResourceLink::new("file:///y.csv", "year")
        .title("The year")
        .description("All of it.")
        .mime_type("text/csv")
        .size(9_007_199_254_740_993)
        .icon(json!({ "src": "data:,x", "mimeType": "image/png", "sizes": ["48x48", "any"] }));
    let text = EmbeddedResource::text("shop://rules", "no\treturns é").mime_type("text/plain");
    let blocks = [
        ContentBlock::text("a\u{1b}[2J \u{202e}é\r\n"),
        ContentBlock::image([0x89, b'P', b'N', b'G'], "image/png"),
        ContentBlock::audio([1, 2, 3], "audio/wav"),
        ContentBlock::resource(text.meta("example.com/a", json!({ "deep": [1, null, 0.1] }))),
        ContentBlock::resource(EmbeddedResource::bytes("shop://photo", [0xff, 0xd8])),
        ContentBlock::link(link),
    ];
    let blocks = blocks.map(|block| {
        block
            .annotation("audience", json!(["user", "assistant"]))
            .annotation("priority", 0.7)
            .annotation("lastModified", "2025-01-12T15:00:58Z")
            .meta("example.com/n", 9_007_199_254_740_993_i64)
    });
    blocks.into_iter().chain([ContentBlock::text("")]).collect()
}

/// The answer of a call as it is written.
async fn written(server: &McpServer, era: Era, tool: &str) -> String {
    let mut client = Raw::new(server, era).await;
    let params = json!({ "name": tool, "arguments": {} });
    client.ask(7, "tools/call", params).await;
    at(&client.answer(7).await, "/result").to_string()
}

#[tokio::test]
async fn content_of_every_kind_passes_two_hops_to_the_byte() {
    let make = || {
        toolkit([
            giving("blocks", None, ToolOutput::blocks(every_kind())),
            giving("both", None, ToolOutput::json(json!({ "n": 0.1 })).with_content(every_kind())),
            giving("one", None, ToolOutput::blocks([ContentBlock::text("one")])),
        ])
    };
    for first in Era::BOTH {
        let relay = McpServer::new(hop(make(), first).await);
        for second in Era::BOTH {
            for tool in ["blocks", "both", "one"] {
                let direct = written(&McpServer::new(make()), second, tool).await;
                let relayed = written(&relay, second, tool).await;
                assert_eq!(relayed, direct, "{tool} {first:?} {second:?}");
            }
        }
    }
}

/// The same of a client that the host has.
#[tokio::test]
async fn content_of_every_kind_passes_a_client_of_the_host() {
    for era in Era::BOTH {
        let far = toolkit([giving("blocks", None, ToolOutput::blocks(every_kind()))]);
        let client = connect(&McpServer::new(far), era, who()).await;
        let tools = McpToolCollection::builder("far", client.peer().clone()).connect().await;
        let tools = tools.unwrap();
        let output = of(&tools, "blocks").call(ToolCall::default()).await.unwrap();
        assert_eq!(output.content, every_kind(), "{era:?}");
        let direct = client.call_tool(CallToolRequestParams::new("blocks")).await.unwrap();
        assert_eq!(direct.content.len(), output.content.len(), "the host's client goes on");
    }
}

#[tokio::test]
async fn structured_content_is_the_value_whatever_json_it_is() {
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        for value in [
            json!(null),
            json!(false),
            json!(0),
            json!(9_007_199_254_740_993_i64),
            json!(18_446_744_073_709_551_615_u64),
            json!(0.1),
            json!("a"),
            json!([1, [2, {}]]),
            json!({ "z": 1, "a": { "result": null } }),
        ] {
            let going = begin(&odd, "do", ToolCall::default());
            let called = server.called().await;
            let content = json!([{ "type": "text", "text": "shown" }]);
            let result = json!({ "content": content, "structuredContent": value });
            server.answer(&called, &result).await;
            let output = ended(going).await.unwrap();
            assert_eq!(output.value.to_string(), value.to_string(), "{era:?}");
            assert_eq!(output.content, [ContentBlock::text("shown")]);
        }
    }
}

/// Answers as they are written, and what becomes of them.
async fn given(era: Era, spec: Value, results: &[(Value, &str)]) {
    let (mut server, odd) = Scripted::with(era, json!([spec]), |odd| odd).await;
    for (result, expected) in results {
        let going = begin(&odd, "do", ToolCall::default());
        let called = server.called().await;
        let mut result = result.clone();
        if era == Era::Stateless && result.get("resultType").is_none() {
            let members = result.as_object_mut().unwrap();
            members.insert("resultType".to_owned(), "complete".into());
        }
        server.answer(&called, &result).await;
        let shown = match ended(going).await {
            Ok(output) => format!("{} {}", output.value, json!(output.content)),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, *expected, "{era:?} {result}");
    }
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// It passed for a call that gave nothing.
#[tokio::test]
async fn an_answer_of_other_members_does_not_pass_for_an_empty_one() {
    let none = |member: &str| {
        format!(
            "invalid_result: the server's answer is none to a call: it has no content, and has \
             `{member}`"
        )
    };
    let task = json!({ "taskId": "1", "status": "working", "createdAt": "", "ttl": null });
    for era in Era::BOTH {
        given(
            era,
            tool("do"),
            &[
                (json!({}), "null []"),
                (json!({ "_meta": { "a": 1 } }), "null []"),
                (json!({ "toolResult": "from long ago" }), &none("toolResult")),
                (json!({ "_meta": {}, "Content": [] }), &none("Content")),
                (
                    json!({ "task": task }),
                    "invalid_result: the server made a task of the call, which it was not asked for",
                ),
                (
                    json!({ "resultType": "input_required", "inputRequests": { "a": 1 } }),
                    "invalid_result: the server asks something in a way that cannot be read",
                ),
            ],
        )
        .await;
        let (mut server, odd) = Scripted::with_tool(era).await;
        let going = begin(&odd, "do", ToolCall::default());
        let called = server.called().await;
        server.answer(&called, &json!([])).await;
        let refused = ended(going).await.unwrap_err().to_string();
        assert_eq!(refused, "invalid_result: the server's answer is no object");
    }
}

#[tokio::test]
async fn what_a_server_may_leave_out_is_left_out() {
    for era in Era::BOTH {
        given(
            era,
            tool("do"),
            &[
                (json!({ "content": [] }), "null []"),
                (json!({ "content": [], "isError": false }), "null []"),
                (json!({ "structuredContent": 1 }), "1 []"),
                (
                    json!({ "content": [text("a"), text("b")] }),
                    r#""a\nb" [{"type":"text","text":"a"},{"type":"text","text":"b"}]"#,
                ),
            ],
        )
        .await;
    }
}

/// A kind that a later revision brings is told of; what is no content is refused.
#[tokio::test]
async fn content_that_is_not_known_does_not_pass_for_none() {
    let left_out = "(content of the type `video` was left out, which is not known here)";
    let left_out = format!(
        r#""a\n{left_out}" [{{"type":"text","text":"a"}},{{"type":"text","text":"{left_out}"}}]"#
    );
    for era in Era::BOTH {
        given(era, tool("do"), &[
            (json!({ "content": [text("a"), { "type": "video", "data": "AA==" }] }), &left_out),
            (
                json!({ "content": [{ "type": "image", "data": "AA==" }] }),
                "invalid_result: the server's answer holds content that cannot be read: \
                 `mimeType`: is missing",
            ),
            (
                json!({ "content": [7] }),
                "invalid_result: the server's answer holds content that cannot be read: a content \
                 block is an object, and this is a number",
            ),
            (
                json!({ "content": "a" }),
                "invalid_result: `content` in the server's answer is no list",
            ),
            (
                json!({ "content": [], "isError": "yes" }),
                "invalid_result: `isError` in the server's answer is no boolean",
            ),
        ])
        .await;
    }
}

#[tokio::test]
async fn answers_to_something_else_are_none() {
    for era in Era::BOTH {
        given(era, tool("do"), &[
            (
                json!({ "tools": [] }),
                "invalid_result: the server's answer is none to a call, or cannot be read",
            ),
            (
                json!({ "resultType": "partial", "content": [] }),
                "invalid_result: the server gave an answer of the type `partial`, which is not known",
            ),
        ])
        .await;
    }
}

#[tokio::test]
async fn a_result_is_held_to_the_type_of_its_schema() {
    let mut typed = tool("do");
    typed["outputSchema"] = json!({ "type": "object", "properties": {} });
    let none = "invalid_result: the server gave no structured content, and the output schema of \
                its tool says that there is some";
    for era in Era::BOTH {
        given(
            era,
            typed.clone(),
            &[
                (json!({ "content": [], "structuredContent": { "a": 1 } }), r#"{"a":1} []"#),
                (
                    json!({ "content": [], "structuredContent": [1] }),
                    "invalid_result: the tool gave `array`, and its output schema says `object`",
                ),
                (
                    json!({ "content": [], "structuredContent": null }),
                    "invalid_result: the tool gave `null`, and its output schema says `object`",
                ),
                (json!({ "content": [] }), none),
                (json!({ "content": [text("done")] }), none),
                (json!({ "content": [text("[1]")] }), none),
                (json!({ "content": [text("{\"a\":1}"), text("b")] }), none),
                (json!({ "content": [text("{\"a\":1},\"b\":{}")] }), none),
                // It is written twice, and the first copy is missing.
                (
                    json!({ "content": [text("{\"a\":9007199254740993}")] }),
                    r#"{"a":9007199254740993} [{"type":"text","text":"{\"a\":9007199254740993}"}]"#,
                ),
                (json!({ "content": [text("{\"a\":1,\"a\":2}")] }), none),
            ],
        )
        .await;
    }
}

#[tokio::test]
async fn what_a_server_calls_an_error_is_one() {
    let mut typed = tool("do");
    typed["outputSchema"] = json!({ "type": "object" });
    let image = json!({ "type": "image", "data": "AA==", "mimeType": "image/png" });
    let link = json!({ "type": "resource_link", "uri": "a:b", "name": "b" });
    let long = "é".repeat(100_000);
    let cut = format!("script_failed: {}…", "é".repeat(32 * 1024));
    for era in Era::BOTH {
        given(era, typed.clone(), &[
            (
                json!({ "isError": true, "content": [text("no"), text("\u{1b}[2Jmore\u{202e}")] }),
                "script_failed: no\n\\u{1b}[2Jmore\\u{202e}",
            ),
            (
                json!({ "isError": true, "content": [text("no"), image] }),
                "script_failed: no\n(and an image)",
            ),
            (
                json!({ "isError": true, "content": [image, link, link, { "type": "video" }] }),
                "script_failed: the tool failed, and its server gave an image, 2 links to \
                 resources and content of another kind alone",
            ),
            (
                json!({ "isError": true, "content": [] }),
                "script_failed: the tool failed, and its server does not say why",
            ),
            (
                json!({ "isError": true, "content": [], "structuredContent": { "why": "no" } }),
                "script_failed: {\"why\":\"no\"}",
            ),
            (
                json!({
                    "isError": true, "content": [text("not now")],
                    "_meta": { "rulebook/code": "unavailable" },
                }),
                "unavailable: not now",
            ),
            (
                json!({
                    "isError": true, "content": [text("ask me")],
                    "_meta": { "rulebook/code": "needs_approval" },
                }),
                "script_failed: ask me",
            ),
            (json!({ "isError": true, "content": [text(&long)] }), &cut),
        ])
        .await;
    }
}

/// The types of `rmcp` let the last of two equal members win, and read long numbers as floats.
#[tokio::test]
async fn an_answer_that_would_be_read_wrongly_is_refused() {
    let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
    for era in Era::BOTH {
        let (mut server, odd) = Scripted::with_tool(era).await;
        for result in [
            r#"{"content":[],"structuredContent":{"n":1,"n":2}}"#,
            r#"{"content":[],"structuredContent":123456789012345678901234567890}"#,
            &format!(r#"{{"content":[],"structuredContent":{deep}}}"#),
        ] {
            let going = begin(&odd, "do", ToolCall::default());
            let called = server.called().await;
            let id = at(&called, "/id");
            server.write(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
            let error = failed(going).await;
            let expected = "invalid_result: the server's answer cannot be read: ";
            assert!(error.starts_with(expected), "{era:?} {error}");
        }
        let going = begin(&odd, "do", ToolCall::default());
        let called = server.called().await;
        server.give(&called, "fine").await;
        assert_eq!(ended(going).await.unwrap().value, "fine", "{era:?}");
    }
}

#[tokio::test]
async fn a_relayed_tool_is_listed_as_it_was() {
    let mut spec = ToolSpec::new("pick", "Picks one.");
    spec.kind = Some(rulebook::ToolKind::Read);
    spec.input_schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": { "z": { "$ref": "#/$defs/z" }, "a": { "const": 0.1 } },
        "required": ["z"],
        "$defs": { "z": { "enum": [1, "b", null] } },
        "x-more": { "n": 9_007_199_254_740_993_i64 },
    });
    for output in [
        None,
        Some(json!({ "type": "object", "properties": { "b": {}, "a": {} } })),
        Some(json!({ "type": "integer" })),
    ] {
        spec.output_schema = output;
        let make = || {
            let tool = rulebook::FnTool::new(spec.clone(), |_| async {
                Ok(ToolOutput::json(json!(null)))
            });
            toolkit([Box::new(tool)])
        };
        for first in Era::BOTH {
            let far = collection(make(), first).await;
            let relayed = of(&far, "pick").spec();
            assert_eq!(relayed.input_schema.to_string(), spec.input_schema.to_string());
            assert_eq!((relayed.kind, relayed.requires_approval), (spec.kind, false));
            for second in Era::BOTH {
                let relay = McpServer::new(hop(make(), first).await);
                let mut direct = Raw::new(&McpServer::new(make()), second).await;
                let mut over = Raw::new(&relay, second).await;
                let mut listed = Vec::new();
                for client in [&mut direct, &mut over] {
                    client.ask(7, "tools/list", json!({})).await;
                    listed.push(client.answer(7).await["result"]["tools"].to_string());
                }
                // What was wrapped for the first client stays wrapped.
                if first == Era::Stateless
                    || spec.output_schema.as_ref().is_none_or(|schema| schema["type"] == "object")
                {
                    assert_eq!(listed[1], listed[0], "{first:?} {second:?}");
                } else {
                    assert!(
                        listed[1].contains(r#"{"result":{"type":"integer"}}"#),
                        "{}",
                        listed[1]
                    );
                }
            }
        }
    }
}

/// A result that older clients get within an object stays within it.
#[tokio::test]
async fn a_wrapped_result_stays_wrapped() {
    let make = || {
        toolkit([giving("count", Some(json!({ "type": "integer" })), ToolOutput::json(json!(7)))])
    };
    for (first, expected) in [(Era::Sessions, json!({ "result": 7 })), (Era::Stateless, json!(7))] {
        let far = collection(make(), first).await;
        let output = of(&far, "count").call(ToolCall::default()).await.unwrap();
        assert_eq!(output.value, expected);
        for second in Era::BOTH {
            let relayed = written(&McpServer::new(hop(make(), first).await), second, "count").await;
            let value: Value = serde_json::from_str(&relayed).unwrap();
            let shown =
                if second == Era::Sessions { json!({ "result": 7 }) } else { expected.clone() };
            assert_eq!(value["structuredContent"], shown, "{first:?} {second:?}");
        }
    }
}

/// It took more than a gigabyte, for a message of 16 MiB.
#[tokio::test]
async fn an_answer_of_more_values_than_memory_is_for_is_refused() {
    let (mut server, odd) = Scripted::with_tool(Era::Sessions).await;
    let going = begin(&odd, "do", ToolCall::default());
    let called = server.called().await;
    let many = r#"{"":1},"#.repeat(1_000_000);
    let result = format!(r#"{{"content":[],"structuredContent":[{many}1]}}"#);
    let id = at(&called, "/id");
    server.write(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)).await;
    let refused = ended(going).await.unwrap_err().to_string();
    let expected =
        "invalid_result: the server's answer cannot be read: it holds more than 1000000 values";
    assert_eq!(refused, expected);
}
