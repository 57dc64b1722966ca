//! Results as they are sent, which are what the list says they are.

use rulebook::{ContentBlock, EmbeddedResource, ResourceLink, ToolOutput};
use rulebook_mcp::McpServer;
use serde_json::{Value, json};

use crate::support::Era;
use crate::support::raw::{Raw, at};
use crate::support::tools::{giving, script, toolkit};

/// Calls each tool of a server, and holds what it gives to what its listing says.
async fn held_to_its_schema(server: &McpServer, era: Era) {
    let mut client = Raw::new(server, era).await;
    client.ask(1, "tools/list", json!({})).await;
    let listed = at(&client.answer(1).await, "/result/tools").clone();
    for tool in listed.as_array().unwrap() {
        let name = at(tool, "/name").as_str().unwrap();
        let schema = at(tool, "/outputSchema");
        if era == Era::Sessions {
            assert_eq!(*at(schema, "/type"), "object", "{name}");
        }
        let result = at(&client.call(2, name, json!({})).await, "/result").clone();
        assert_eq!(*at(&result, "/isError"), false, "{era:?} {name}: {result}");
        let given = result.get("structuredContent").unwrap();
        let checks = jsonschema::draft202012::new(schema).unwrap();
        assert!(checks.is_valid(given), "{era:?} {name}: {given} is not {schema}");
        // A schema that takes anything would show nothing.
        assert!(!checks.is_valid(&json!({ "other": "x" })), "{era:?} {name}: {schema}");
        assert_eq!(*at(&result, "/content/0/text"), given.to_string(), "{era:?} {name}");
    }
}

#[tokio::test]
async fn results_of_every_type_of_a_script_conform() {
    let types = [
        ("unit", "()", "()"),
        ("yes", "bool", "true"),
        ("int", "int", "9007199254740993"),
        ("float", "float", "1.5"),
        ("decimal", "decimal", "parse_decimal(\"1.25\")"),
        ("precise", "decimal", "parse_decimal(\"0.1000000000000000000001\")"),
        ("text", "string", "\"a\""),
        ("choice", "\"x\" | \"y\"", "\"x\""),
        ("list", "array", "[1, \"a\"]"),
        ("texts", "array<string>", "[\"a\"]"),
        ("lists", "array<array<int>>", "[[1], []]"),
        ("counts", "map<int>", "#{ a: 1 }"),
        ("record", "#{ a: int, b?: string }", "#{ a: 1 }"),
        ("maybe_yes", "bool?", "()"),
        ("maybe_int", "int?", "()"),
        ("maybe_float", "float?", "()"),
        ("maybe_decimal", "decimal?", "()"),
        ("maybe_text", "string?", "()"),
        ("maybe_choice", "\"x\" | \"y\"?", "()"),
        ("maybe_texts", "array<string>?", "()"),
        ("maybe_counts", "map<int>?", "()"),
        ("maybe_record", "#{ a: int }?", "()"),
        ("maybe_record_is", "#{ a: int }?", "#{ a: 1 }"),
        ("maybes", "array<int?>", "[1, ()]"),
    ];
    let text: String =
        types.map(|(name, ty, value)| format!("fn {name}_() -> {ty} {{ {value} }}\n")).concat();
    let names = types.map(|(name, ..)| format!("{name}_"));
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let (toolkit, _folder) = script(&text, &names).await;
    for era in Era::BOTH {
        held_to_its_schema(&McpServer::new(toolkit.clone()), era).await;
    }
}

#[tokio::test]
async fn results_conform_wherever_the_references_of_their_schema_lead() {
    let tree = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/tree",
        "$defs": {
            "tree": {
                "type": "object",
                "properties": { "name": { "type": "string" }, "children": { "$ref": "#/$defs/trees" } },
                "required": ["name"],
                "additionalProperties": false,
            },
            "trees": { "type": "array", "items": { "$ref": "#/$defs/tree" } },
        },
    });
    let named = json!({
        "type": "array",
        "items": { "anyOf": [{ "$ref": "#" }, { "$ref": "#leaf" }] },
        "$defs": { "leaf": { "$anchor": "leaf", "type": "integer" } },
        "default": [{ "$ref": "#" }],
    });
    let own = json!({
        "$id": "https://example.org/own",
        "type": ["array", "null"],
        "items": { "$ref": "#/$defs/one" },
        "$defs": { "one": { "const": 1 } },
    });
    let object = json!({
        "type": "object",
        "properties": { "next": { "$ref": "#" }, "$ref": { "type": "integer" } },
        "additionalProperties": false,
    });
    let one_of = json!({ "oneOf": [{ "type": "string" }, { "$ref": "#/definitions/n" }],
        "definitions": { "n": { "type": "integer" } } });
    let either = json!({ "type": ["object", "null"], "properties": { "a": { "$ref": "#/$defs/a" } },
        "$defs": { "a": { "type": "integer" } }, "additionalProperties": false });
    let give =
        |name, schema: &Value, value| giving(name, Some(schema.clone()), ToolOutput::json(value));
    let tools = || {
        [
            give("tree", &tree, json!({ "name": "a", "children": [{ "name": "b" }] })),
            give("named", &named, json!([1, [2, []]])),
            give("own", &own, json!([1, 1])),
            give("object", &object, json!({ "next": { "$ref": 1 } })),
            give("one_of", &one_of, json!(7)),
            give("either", &either, json!({ "a": 1 })),
            give("neither", &either, json!(null)),
        ]
    };
    for era in Era::BOTH {
        held_to_its_schema(&McpServer::new(toolkit(tools())), era).await;
    }
}

#[tokio::test]
async fn a_result_that_its_schema_does_not_take_is_an_error() {
    let cases = [
        (json!({ "type": "object" }), json!("text")),
        (json!({ "type": ["array", "null"] }), json!({})),
        (json!({ "type": "integer" }), json!(1.5)),
    ];
    for (schema, value) in cases {
        let tool = giving("wrong", Some(schema.clone()), ToolOutput::json(value));
        let server = McpServer::new(toolkit([tool]));
        for era in Era::BOTH {
            let answer = Raw::new(&server, era).await.call(1, "wrong", json!({})).await;
            let code = &answer["result"]["_meta"]["rulebook/code"];
            assert_eq!(code, "invalid_result", "{era:?} {schema} {answer}");
        }
    }
}

/// What is sent of an output, of a tool with or without a schema.
async fn sent(schema: Option<Value>, output: ToolOutput, era: Era) -> Value {
    let server = McpServer::new(toolkit([giving("one", schema, output)]));
    let mut answer = Raw::new(&server, era).await.call(1, "one", json!({})).await;
    answer.pointer_mut("/result").unwrap().take()
}

#[tokio::test]
async fn results_without_a_schema_are_sent_as_they_are() {
    for (value, is_wrapped) in
        [(json!({ "a": 1 }), false), (json!([1]), true), (json!("a"), true), (json!(null), true)]
    {
        for era in Era::BOTH {
            let result = sent(None, ToolOutput::json(value.clone()), era).await;
            let expected = match era {
                Era::Sessions if is_wrapped => json!({ "result": value }),
                _ => value.clone(),
            };
            assert_eq!(result.get("structuredContent"), Some(&expected), "{era:?} {value}");
            assert_eq!(result["content"][0]["text"], expected.to_string(), "{era:?} {value}");
        }
    }
}

#[tokio::test]
async fn content_blocks_lose_nothing() {
    let link = ResourceLink::new("file:///a", "a").title("A").description("An a.").size(7);
    let link = link.mime_type("text/plain").icon(json!({ "src": "https://example.org/a.png" }));
    let bytes = EmbeddedResource::bytes("file:///c", [1, 2]).mime_type("image/png");
    let blocks = [
        ContentBlock::text("hello"),
        ContentBlock::image([1, 2, 3], "image/png"),
        ContentBlock::audio([4, 5], "audio/wav"),
        ContentBlock::resource(EmbeddedResource::text("file:///b", "b").meta("k", "v")),
        ContentBlock::resource(bytes),
        ContentBlock::link(link),
    ];
    let blocks = blocks.map(|block| {
        let block = block.annotation("audience", json!(["user"])).annotation("priority", 0.5);
        block.annotation("lastModified", "2026-01-01T00:00:00Z").meta("example.org/n", 1)
    });
    let expected = blocks.each_ref().map(ContentBlock::to_json);
    for era in Era::BOTH {
        let result = sent(None, ToolOutput::blocks(blocks.clone()), era).await;
        assert_eq!(result["content"], json!(expected), "{era:?}");
        assert_eq!(result.get("structuredContent"), None, "{era:?}");
    }
}

#[tokio::test]
async fn strange_annotations_say_nothing() {
    let block = ContentBlock::text("a").annotation("priority", "high").annotation("other", 1);
    for era in Era::BOTH {
        let result = sent(None, ToolOutput::blocks([block.clone()]), era).await;
        let content = json!([{ "type": "text", "text": "a", "annotations": {} }]);
        assert_eq!(result["content"], content, "{era:?}");
    }
}

#[tokio::test]
async fn json_stands_beside_content_where_there_is_something_to_say() {
    let shown = |value| ToolOutput::json(value).with_content([ContentBlock::text("shown")]);
    let known = Some(json!({ "type": "integer" }));
    let cases = [
        (known, json!(1), Some(json!({ "result": 1 }))),
        (None, json!({ "a": 1 }), Some(json!({ "a": 1 }))),
        (None, json!([1]), Some(json!({ "result": [1] }))),
        (None, json!(1), Some(json!({ "result": 1 }))),
        (None, json!("text"), Some(json!({ "result": "text" }))),
        (None, json!("shown"), None),
        (None, json!(null), None),
    ];
    for (schema, value, wrapped) in cases {
        for era in Era::BOTH {
            let result = sent(schema.clone(), shown(value.clone()), era).await;
            let expected = match era {
                Era::Sessions => wrapped.clone(),
                Era::Stateless => wrapped.is_some().then(|| value.clone()),
            };
            assert_eq!(result.get("structuredContent"), expected.as_ref(), "{era:?} {value}");
            let content = json!([{ "type": "text", "text": "shown" }]);
            assert_eq!(result["content"], content, "{era:?} {value}");
        }
    }
}
