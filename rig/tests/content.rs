//! Content blocks of a result as a model is given them.

use insta::assert_debug_snapshot;
use rig_agent::AgentBuilder;
use rig_core::message::{Message, ToolResultContent, UserContent};
use rulebook::{
    Collection, Content, ContentBlock, EmbeddedResource, FnTool, ResourceLink, ToolCall,
    ToolOutput, ToolSpec, Toolkit,
};
use rulebook_rig::ToolkitAgent;
use rulebook_rig::testing::{ScriptedModel, Turn};
use serde_json::json;

use crate::support::way::WAYS;

/// What a model is given of a result, a line each.
async fn shown(output: ToolOutput) -> Vec<String> {
    let tool = FnTool::new(ToolSpec::new("give", "Gives."), move |_: ToolCall| {
        let output = output.clone();
        async move { Ok(output) }
    });
    let desk = Collection::builder("desk").tool(tool).build().unwrap();
    let toolkit = Toolkit::builder().collection(desk).build().unwrap();
    let mut shown = Vec::new();
    for way in WAYS {
        let model = ScriptedModel::new([Turn::call("give", json!({})), Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let response = way.run(agent.prompt("go")).await.unwrap();
        // As the run keeps it: what is sent is joined by what a provider takes.
        let results = response.messages.iter().find_map(|message| match message {
            Message::User { content } => content.iter().find_map(|part| match part {
                UserContent::ToolResult(result) => Some(result),
                _ => None,
            }),
            _ => None,
        });
        let lines = results.unwrap().content.iter().map(|part| match part {
            ToolResultContent::Text(text) => format!("text: {}", text.text()),
            ToolResultContent::Json { value } => format!("json: {value}"),
            ToolResultContent::Image(image) => {
                format!("image: {:?} {:?}", image.media_type, image.data)
            }
        });
        shown.push(lines.collect::<Vec<_>>());
    }
    let last = shown.pop().unwrap();
    assert_eq!(shown.pop().as_ref(), Some(&last));
    last
}

#[tokio::test]
async fn every_kind_of_block_is_shown() {
    let blocks = [
        ContentBlock::text("Here."),
        ContentBlock::image([1, 2, 3], "image/png"),
        ContentBlock::image([1, 2, 3], "image/JPEG; quality=3"),
        ContentBlock::image([1, 2, 3], "image/tiff"),
        ContentBlock::audio([1], "audio/wav"),
        ContentBlock::resource(
            EmbeddedResource::text("doc://1", "Two\nlines").mime_type("text/plain"),
        ),
        ContentBlock::resource(
            EmbeddedResource::bytes("doc://2", [9]).mime_type("application/pdf"),
        ),
        ContentBlock::resource(EmbeddedResource::bytes("doc://3", [9])),
        ContentBlock::resource(EmbeddedResource::bytes("doc://4", [9]).mime_type("image/webp")),
        ContentBlock::link(ResourceLink::new("doc://5", "five")),
        ContentBlock::link(
            ResourceLink::new("doc://6", "six").title("Six").description("The sixth."),
        ),
    ];
    assert_debug_snapshot!(shown(ToolOutput::blocks(blocks)).await, @r#"
    [
        "text: Here.",
        "image: Some(PNG) Base64(\"AQID\")",
        "image: Some(JPEG) Base64(\"AQID\")",
        "text: [an image of the type image/tiff]",
        "text: [sound of the type audio/wav]",
        "text: [doc://1]\nTwo\nlines",
        "text: [doc://2: bytes of application/pdf]",
        "text: [doc://3: bytes of an unknown type]",
        "text: [doc://4]",
        "image: Some(WEBP) Base64(\"CQ==\")",
        "text: [five](doc://5)",
        "text: [Six](doc://6): The sixth.",
    ]
    "#);
}

#[tokio::test]
async fn text_stands_in_place_of_the_json() {
    let output = ToolOutput::json(json!({ "sum": 12 })).with_content([
        ContentBlock::text("The sum is 12."),
        ContentBlock::image([0], "image/png"),
    ]);
    assert_debug_snapshot!(shown(output).await, @r#"
    [
        "text: The sum is 12.",
        "image: Some(PNG) Base64(\"AA==\")",
    ]
    "#);
}

#[tokio::test]
async fn the_json_is_shown_where_no_block_is_text() {
    let json = ToolOutput::json(json!({ "heard": "hello" }));
    let sound = json.with_content([ContentBlock::audio([1], "audio/wav")]);
    assert_debug_snapshot!(shown(sound).await, @r#"
    [
        "json: {\"heard\":\"hello\"}",
        "text: [sound of the type audio/wav]",
    ]
    "#);
    let image = ToolOutput::blocks([ContentBlock::image([1], "image/gif")]);
    assert_debug_snapshot!(shown(image).await, @r#"
    [
        "image: Some(GIF) Base64(\"AQ==\")",
    ]
    "#);
}

#[tokio::test]
async fn what_is_no_image_is_kept_from_the_model() {
    let raw = |data: &str| {
        let (data, mime_type) = (data.to_owned(), "image/png".to_owned());
        ContentBlock::new(Content::Image { data, mime_type })
    };
    for data in ["", "=", "====", "AAA", "A===", "AA A", "AAA!", "data:image/png;base64,AAAA"] {
        let given = shown(ToolOutput::blocks([raw(data)])).await;
        assert_eq!(given, ["text: [an image of the type image/png]"], "{data}");
    }
    for data in ["AA==", "AAA=", "AAAA", "+/09"] {
        let given = shown(ToolOutput::blocks([raw(data)])).await;
        assert_eq!(given, [format!("image: Some(PNG) Base64({data:?})")]);
    }
}

#[tokio::test]
async fn no_content_is_the_json() {
    let empty = ToolOutput::json(json!({ "sum": 12 })).with_content([]);
    assert_debug_snapshot!(shown(empty).await, @r#"
    [
        "json: {\"sum\":12}",
    ]
    "#);
    assert_debug_snapshot!(shown(ToolOutput::blocks([])).await, @r#"
    [
        "json: null",
    ]
    "#);
    assert_debug_snapshot!(shown(ToolOutput::json(json!(""))).await, @r#"
    [
        "text: ",
    ]
    "#);
    assert_debug_snapshot!(shown(ToolOutput::blocks([ContentBlock::text("")])).await, @r#"
    [
        "text: ",
    ]
    "#);
}

#[tokio::test]
async fn json_that_is_very_deep_is_text_so_that_it_can_be_read_again() {
    for depth in [60, 90, 128] {
        let value = (0..depth).fold(json!(1), |inner, _| json!([inner]));
        let tool = FnTool::new(ToolSpec::new("give", "Gives."), move |_: ToolCall| {
            let value = value.clone();
            async move { Ok(ToolOutput::json(value)) }
        });
        let desk = Collection::builder("desk").tool(tool).build().unwrap();
        let toolkit = Toolkit::builder().collection(desk).build().unwrap();
        let model = ScriptedModel::new([Turn::call("give", json!({})), Turn::say("ok")]);
        let agent = AgentBuilder::new(model.clone()).toolkit(&toolkit).unwrap().build();
        let response = agent.prompt("go").await.unwrap();
        let stored = serde_json::to_string(&response.messages).unwrap();
        assert!(stored.contains(&"[".repeat(depth)), "{stored}");
        let read: Vec<Message> = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, response.messages);
    }
}
