//! Content blocks: their JSON, and the tools that give them.

use std::sync::Arc;

use rulebook::testing::Conformance;
use rulebook::{
    Approval, CallOutcome, Collection, Content, ContentBlock, EmbeddedResource, ErrorCode, FnTool,
    ResourceContents, ResourceLink, Session, Tool, ToolCall, ToolCollection, ToolError, ToolOutput,
    ToolSpec, Toolkit, TypedTool, tool_collection,
};
use serde_json::{Value, json};

use super::support::asked;

/// A block of every kind, with every member, and its JSON.
fn blocks() -> Vec<(ContentBlock, Value)> {
    let sheet = EmbeddedResource::text("shop://sheet", "a,b").mime_type("text/csv");
    let photo = EmbeddedResource::bytes("shop://photo", [0xff, 0xd8]).meta("shop/page", 3);
    let link = ResourceLink::new("https://shop.example/terms", "terms")
        .title("Terms")
        .description("What holds.")
        .mime_type("text/html")
        .size(u64::MAX)
        .icon(json!({ "src": "https://shop.example/icon.png" }));
    vec![
        (ContentBlock::text("a\nb"), json!({ "type": "text", "text": "a\nb" })),
        (
            ContentBlock::text("")
                .annotation("audience", json!(["user"]))
                .annotation("priority", 0.5)
                .meta("shop/till", "left"),
            json!({
                "type": "text",
                "text": "",
                "annotations": { "audience": ["user"], "priority": 0.5 },
                "_meta": { "shop/till": "left" },
            }),
        ),
        (
            ContentBlock::image([1, 2, 3, 4], "image/png"),
            json!({ "type": "image", "data": "AQIDBA==", "mimeType": "image/png" }),
        ),
        (
            ContentBlock::audio([], "audio/wav"),
            json!({ "type": "audio", "data": "", "mimeType": "audio/wav" }),
        ),
        (
            ContentBlock::resource(sheet),
            json!({
                "type": "resource",
                "resource": { "uri": "shop://sheet", "mimeType": "text/csv", "text": "a,b" },
            }),
        ),
        (
            photo.into(),
            json!({
                "type": "resource",
                "resource": { "uri": "shop://photo", "blob": "/9g=", "_meta": { "shop/page": 3 } },
            }),
        ),
        (
            ResourceLink::new("shop://a", "a").into(),
            json!({ "type": "resource_link", "uri": "shop://a", "name": "a" }),
        ),
        (
            ContentBlock::link(link),
            json!({
                "type": "resource_link",
                "uri": "https://shop.example/terms",
                "name": "terms",
                "title": "Terms",
                "description": "What holds.",
                "mimeType": "text/html",
                "size": u64::MAX,
                "icons": [{ "src": "https://shop.example/icon.png" }],
            }),
        ),
    ]
}

#[test]
fn blocks_are_written_as_mcp_has_them_and_read_again() {
    for (block, json) in blocks() {
        assert_eq!(block.to_json(), json);
        assert_eq!(ContentBlock::from_json(json.clone()).unwrap(), block);
        let text = serde_json::to_string(&block).unwrap();
        assert_eq!(text, json.to_string());
        assert_eq!(serde_json::from_str::<ContentBlock>(&text).unwrap(), block);
    }
}

#[test]
fn members_that_nobody_knows_are_passed_over_and_null_is_none() {
    let block = ContentBlock::from_json(json!({
        "type": "resource",
        "later": { "a": 1 },
        "annotations": null,
        "resource": { "uri": "a:b", "blob": "not base64!", "text": null, "mimeType": null, "x": 1 },
    }));
    let Content::Resource(resource) = block.unwrap().content else { panic!("no resource") };
    assert_eq!(resource.contents, ResourceContents::Blob("not base64!".to_owned()));
    assert_eq!(resource, EmbeddedResource::blob("a:b", "not base64!"));
}

#[test]
fn what_is_no_block_is_refused_with_all_that_is_wrong() {
    let mut told = String::new();
    for json in [
        json!([1]),
        json!({}),
        json!({ "type": 5, "text": "a" }),
        json!({ "type": "txt", "text": "a" }),
        json!({ "type": "video", "data": "" }),
        json!({ "type": "text" }),
        json!({ "type": "text", "text": 1, "annotations": [], "_meta": "x" }),
        json!({ "type": "image", "data": true }),
        json!({ "type": "resource" }),
        json!({ "type": "resource", "resource": "a" }),
        json!({ "type": "resource", "resource": { "uri": "a" } }),
        json!({ "type": "resource", "resource": { "uri": "a", "text": "", "blob": "" } }),
        json!({ "type": "resource", "resource": { "text": "", "mimeType": 1 }, "_meta": 1 }),
        json!({ "type": "resource_link", "uri": "a" }),
        json!({ "type": "resource_link", "uri": "a", "name": "a", "size": -1, "icons": {} }),
    ] {
        let error = ContentBlock::from_json(json.clone()).unwrap_err();
        assert_eq!(error.code, ErrorCode::InvalidResult);
        assert_eq!(
            serde_json::from_value::<ContentBlock>(json).unwrap_err().to_string(),
            error.message
        );
        told.push_str(&error.message);
        told.push('\n');
    }
    insta::assert_snapshot!(told, @"
    a content block is an object, and this is an array
    `type`: is missing
    `type`: expected a string, found a number
    `type`: there is no content of the type `txt`; did you mean `text`?
    `type`: there is no content of the type `video`; the types are `text`, `image`, `audio`, `resource`, `resource_link`
    `text`: is missing
    `text`: expected a string, found a number; `annotations`: expected an object, found an array; `_meta`: expected an object, found a string
    `data`: expected a string, found a boolean; `mimeType`: is missing
    `resource`: is missing
    `resource`: expected an object, found a string
    `resource`: holds neither `text` nor `blob`: a resource holds one of them
    `resource`: holds both `text` and `blob`: a resource holds one of them
    `resource.uri`: is missing; `resource.mimeType`: expected a string, found a number; `_meta`: expected an object, found a number
    `name`: is missing
    `size`: expected a number of bytes, a whole one from 0 on; `icons`: expected an array, found an object
    ");
}

fn deep() -> Value {
    (0..1_000_000).fold(Value::Null, |value, _| Value::Array(vec![value]))
}

/// To drop such a block ended the process.
#[test]
fn what_is_nested_too_deep_within_a_block_is_refused() {
    let error = ContentBlock::from_json(json!({ "type": "text", "text": "", "_meta": { "a": 1 } }));
    assert!(error.is_ok());
    let mut block = json!({ "type": "text", "text": "" });
    block.as_object_mut().unwrap().insert("_meta".to_owned(), json!({}));
    block["_meta"].as_object_mut().unwrap().insert("deep".to_owned(), deep());
    let error = ContentBlock::from_json(block).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidResult);
    insta::assert_snapshot!(error.message, @"a content block is nested more than 128 levels deep");
    let error = ContentBlock::from_json(deep()).unwrap_err();
    insta::assert_snapshot!(error.message, @"a content block is an object, and this is an array");
}

/// To drop such an output ended the process.
#[tokio::test]
async fn an_output_whose_blocks_hold_too_deep_json_is_refused() {
    type Make = fn(Value) -> ContentBlock;
    let makers: [Make; 4] = [
        |deep| ContentBlock::text("").meta("deep", deep),
        |deep| ContentBlock::text("").annotation("deep", deep),
        |deep| EmbeddedResource::text("a:b", "").meta("deep", deep).into(),
        |deep| ResourceLink::new("a:b", "b").icon(deep).into(),
    ];
    for make in makers {
        let tool = FnTool::new(ToolSpec::new("deep", "Gives what is deep."), move |_| async move {
            Ok(ToolOutput::blocks([make(deep()), make(deep())]))
        });
        let error = tool.call(ToolCall::default()).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::LimitExceeded);
        assert_eq!(error.message, "the result is nested more than 128 levels deep");
        let tool = FnTool::new(ToolSpec::new("flat", "Gives what is flat."), move |_| async move {
            Ok(ToolOutput::blocks([make(json!([[1]]))]))
        });
        tool.call(ToolCall::default()).await.unwrap();
    }
}

struct Shelf;

#[tool_collection]
impl Shelf {
    /// Gives an output.
    #[tool]
    fn output(&self) -> ToolOutput {
        ToolOutput::json(json!({ "n": 1 })).with_content([ContentBlock::text("one")])
    }

    /// Gives an output, or fails.
    #[tool]
    async fn tried(&self, fail: bool) -> Result<ToolOutput, String> {
        if fail { Err("no".to_owned()) } else { Ok(ToolOutput::blocks(shown())) }
    }

    /// Gives a block.
    #[tool]
    fn block(&self) -> ContentBlock {
        ContentBlock::text("one")
    }

    /// Gives a block, or fails.
    #[tool]
    async fn tried_block(&self) -> Result<rulebook::ContentBlock, ToolError> {
        Ok(ContentBlock::image([1], "image/png"))
    }

    /// Gives blocks.
    #[tool]
    fn several(&self) -> Vec<ContentBlock> {
        shown()
    }

    /// Gives blocks, or fails.
    #[tool]
    async fn tried_several(&self) -> Result<Vec<rulebook::ContentBlock>, ToolError> {
        Ok(Vec::new())
    }
}

fn shown() -> Vec<ContentBlock> {
    let image = ContentBlock::image([1], "image/png");
    vec![ContentBlock::text("one"), image, ContentBlock::text("two")]
}

#[tokio::test]
async fn methods_give_blocks_in_every_form_and_have_no_output_schema_then() {
    let mut lines = Vec::new();
    for tool in Arc::new(Shelf).tools() {
        let spec = tool.spec();
        assert_eq!(spec.output_schema, None, "{}", spec.name);
        let arguments = if spec.name == "tried" { json!({ "fail": false }) } else { json!({}) };
        let output = tool.call(ToolCall::from_json(arguments).unwrap()).await.unwrap();
        lines.push(format!("{}: {} {}", spec.name, output.value, json!(output.content)));
    }
    insta::assert_snapshot!(lines.join("\n"), @r#"
    output: {"n":1} [{"type":"text","text":"one"}]
    tried: "one\ntwo" [{"type":"text","text":"one"},{"type":"image","data":"AQ==","mimeType":"image/png"},{"type":"text","text":"two"}]
    block: "one" [{"type":"text","text":"one"}]
    tried_block: null [{"type":"image","data":"AQ==","mimeType":"image/png"}]
    several: "one\ntwo" [{"type":"text","text":"one"},{"type":"image","data":"AQ==","mimeType":"image/png"},{"type":"text","text":"two"}]
    tried_several: null []
    "#);
    let tried = Arc::new(Shelf).tools().swap_remove(1);
    let fails = ToolCall::from_json(json!({ "fail": true })).unwrap();
    assert_eq!(tried.call(fails).await.unwrap_err().message, "no");
}

#[tokio::test]
async fn closures_give_blocks_and_have_no_output_schema_then() {
    async fn output(_: (), _: Session) -> Result<ToolOutput, String> {
        Ok(ToolOutput::blocks(shown()))
    }
    async fn block(_: (), _: Session) -> Result<ContentBlock, String> {
        Ok(ContentBlock::text("one"))
    }
    async fn value(_: (), _: Session) -> Result<u8, String> {
        Ok(1)
    }
    let (output, block) = (TypedTool::new("a", "A.", output), TypedTool::new("b", "B.", block));
    assert_eq!((&output.spec().output_schema, &block.spec().output_schema), (&None, &None));
    let typed = TypedTool::new("c", "C.", value).spec();
    assert_eq!(typed.output_schema.as_ref().unwrap()["type"], "integer");
    assert_eq!(output.call(ToolCall::default()).await.unwrap(), ToolOutput::blocks(shown()));
    let given = block.call(ToolCall::default()).await.unwrap();
    assert_eq!((given.value, given.content.len()), (json!("one"), 1));
}

#[tokio::test]
async fn blocks_pass_through_collections_toolkits_and_approvals() {
    let inner = Collection::builder("inner").collection(Shelf).build().unwrap();
    let outer = Collection::builder("outer").collection(inner).requires_approval("several");
    let toolkit = Toolkit::builder().collection(outer.build().unwrap()).build().unwrap();
    let session = Session::new();
    let outcome = toolkit.call("tried", json!({ "fail": false }), &session).await.unwrap();
    assert_eq!(outcome, CallOutcome::Done(ToolOutput::blocks(shown())));
    let request = asked(&toolkit, "several", json!({}), &session).await;
    let outcome = toolkit.answer(request, Approval::Granted, &session).await.unwrap();
    assert_eq!(outcome.done().unwrap().content, shown());
}

/// A tool that has an output schema owes JSON that fits it, blocks or not.
#[tokio::test]
async fn blocks_alone_are_no_result_of_a_tool_with_an_output_schema() {
    let tool = |json: bool| {
        let mut spec = ToolSpec::new("count", "Counts.");
        spec.output_schema = Some(json!({ "type": "integer" }));
        FnTool::new(spec, move |_| async move {
            let blocks = [ContentBlock::text("one")];
            let value = ToolOutput::json(1.into()).with_content(blocks.clone());
            Ok(if json { value } else { ToolOutput::blocks(blocks) })
        })
    };
    Conformance::of(tool(true)).example(json!({})).check().await.unwrap();
    let report = Conformance::of(tool(false)).example(json!({})).check().await.unwrap_err();
    let report = report.to_string();
    assert!(report.contains("gives what the output schema does not have, \"one\""), "{report}");
}

#[test]
fn the_json_of_blocks_is_what_their_text_says() {
    assert_eq!(ToolOutput::blocks(shown()).value, "one\ntwo");
    assert_eq!(ToolOutput::blocks([]).value, Value::Null);
    assert_eq!(ToolOutput::from(ContentBlock::image([1], "image/png")).value, Value::Null);
    assert_eq!(ToolOutput::from(shown()), ToolOutput::blocks(shown()));
}
