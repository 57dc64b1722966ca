//! `@modelcontextprotocol/server-everything`: every tool is called, and each kind of
//! content passed through.

use std::collections::BTreeSet;

use rulebook::{ErrorCode, Session, ToolKind, ToolOutput, Toolkit};
use rulebook_mcp::{McpEndpoint, McpToolCollection};
use serde_json::{Value, json};

use crate::person::Person;
use crate::shown::{Shown, contains, content, expect, until};

/// The tools that answer by themselves; those that ask something come after the start.
const PLAIN: [&str; 12] = [
    "echo",
    "get-annotated-message",
    "get-env",
    "get-resource-links",
    "get-resource-reference",
    "get-structured-content",
    "get-sum",
    "get-tiny-image",
    "gzip-file-as-resource",
    "toggle-simulated-logging",
    "toggle-subscriber-updates",
    "trigger-long-running-operation",
];

/// The one that asks.
const ASKING: &str = "trigger-elicitation-request";

/// Uses the server at an endpoint; `started` says whether it was started here.
pub(crate) async fn show(endpoint: McpEndpoint, started: bool, ok: impl Fn(&str)) -> Shown {
    let collection = McpToolCollection::builder("everything", endpoint)
        .require_approval_for_destructive()
        .context_resource("demo://resource/static/document/features.md")
        .connect()
        .await?;
    let toolkit = Toolkit::builder().collection(collection.clone()).build()?;
    listed(&toolkit).await?;
    ok("lists the tools, those among them that come after the start");
    stands(&toolkit).await?;
    ok("has the instructions, and a resource as context");
    plain(&toolkit).await?;
    ok("calls tools, and takes structured content");
    blocks(&toolkit).await?;
    ok("passes text, images, resources, links and annotations through");
    if started {
        environment(&toolkit).await?;
        ok("gives the server only what it was asked to give");
    }
    progress(&toolkit).await?;
    ok("hears the progress of a long call");
    asks(&toolkit).await?;
    ok("answers what the server asks a person, and declines it");
    fails(&toolkit).await?;
    ok("is told what fails, and why");
    left_out(&toolkit, &collection)?;
    ok("has called every tool but the one that runs as a task alone");
    collection.close().await;
    Ok(())
}

async fn call(toolkit: &Toolkit, tool: &str, arguments: Value) -> Shown<ToolOutput> {
    let outcome = toolkit.call(tool, arguments, &Session::new()).await;
    Ok(outcome.and_then(rulebook::CallOutcome::done).map_err(|error| format!("{tool}: {error}"))?)
}

fn names(toolkit: &Toolkit) -> BTreeSet<String> {
    toolkit.specs().iter().map(|spec| spec.name.clone()).collect()
}

async fn listed(toolkit: &Toolkit) -> Shown {
    until("the tool that asks", || names(toolkit).contains(ASKING)).await?;
    let spec = toolkit.spec("get-sum").ok_or("there is no `get-sum`")?;
    expect("the kind of a tool that only reads", spec.kind, Some(ToolKind::Read))?;
    expect("whether it requires approval", spec.requires_approval, false)?;
    expect("its schema", &spec.input_schema["properties"]["a"]["type"], "number")?;
    let spec = toolkit.spec("get-structured-content").ok_or("there is no such tool")?;
    let schema = spec.output_schema.as_ref().ok_or("it has no output schema")?;
    expect("the schema of a result", &schema["additionalProperties"], false)?;
    let spec = toolkit.spec("toggle-simulated-logging").ok_or("there is no such tool")?;
    expect("the kind of a tool that does not only read", spec.kind, None)
}

/// Nothing that needs a model of ours, our folders, or a browser is offered, and nothing is
/// taken that cannot be called.
fn left_out(toolkit: &Toolkit, collection: &McpToolCollection) -> Shown {
    let expected = PLAIN.into_iter().chain([ASKING]).map(str::to_owned).collect();
    expect("the tools", names(toolkit), expected)?;
    contains("what is left out", collection.left_out(), "simulate-research-query")
}

async fn stands(toolkit: &Toolkit) -> Shown {
    contains("the instructions", toolkit.instructions(), "Everything Server")?;
    let context = toolkit.context(&Session::new()).await.ok_or("there is no context")?;
    contains("the context", context, "Everything Server")
}

async fn plain(toolkit: &Toolkit) -> Shown {
    let output = call(toolkit, "echo", json!({ "message": "a\u{1F389}\"\n" })).await?;
    expect("an echo", output.value, "Echo: a\u{1F389}\"\n")?;
    let output = call(toolkit, "get-sum", json!({ "a": 1, "b": 2.5 })).await?;
    expect("a sum", output.value, "The sum of 1 and 2.5 is 3.5.")?;
    let output = call(toolkit, "get-structured-content", json!({ "location": "Chicago" })).await?;
    let expected =
        json!({ "temperature": 36, "conditions": "Light rain / drizzle", "humidity": 82 });
    expect("structured content", &output.value, &expected)?;
    let text = content(&output).first().map(|block| block["text"].clone()).unwrap_or_default();
    let text: Value = serde_json::from_str(text.as_str().unwrap_or_default())?;
    expect("the same as text", text, expected)?;
    for (tool, begin) in [
        ("toggle-simulated-logging", "Started simulated, random-leveled logging"),
        ("toggle-subscriber-updates", "Started simulated resource updated"),
    ] {
        let output = call(toolkit, tool, json!({})).await?;
        contains(tool, output.value, begin)?;
    }
    Ok(())
}

async fn blocks(toolkit: &Toolkit) -> Shown {
    let arguments = json!({ "messageType": "error", "includeImage": true });
    let output = call(toolkit, "get-annotated-message", arguments).await?;
    let [text, image] = &content(&output)[..] else { return Err("there are no two blocks".into()) };
    let expected = json!({
        "type": "text", "text": "Error: Operation failed",
        "annotations": { "audience": ["user", "assistant"], "priority": 1 },
    });
    expect("a text with annotations", text, &expected)?;
    expect("the annotations of an image", &image["annotations"]["audience"], &json!(["user"]))?;
    let output = call(toolkit, "get-tiny-image", json!({})).await?;
    let [_, image, _] = &content(&output)[..] else {
        return Err("there are no three blocks".into());
    };
    expect(
        "an image",
        (&image["type"], &image["mimeType"]),
        (&json!("image"), &json!("image/png")),
    )?;
    contains("its bytes", &image["data"], "iVBORw0KGgo")?;
    let output = call(toolkit, "get-resource-links", json!({ "count": 2 })).await?;
    let expected = json!({
        "type": "resource_link", "uri": "demo://resource/dynamic/text/2",
        "name": "Text Resource 2", "description": "Resource 2: plaintext resource",
        "mimeType": "text/plain",
    });
    expect("a link", content(&output).get(2), Some(&expected))?;
    for (kind, id, member) in [("Text", 1, "text"), ("Blob", 2, "blob")] {
        let arguments = json!({ "resourceType": kind, "resourceId": id });
        let output = call(toolkit, "get-resource-reference", arguments).await?;
        let resource = content(&output).get(1).map(|block| block["resource"].clone());
        let resource = resource.ok_or("there is no resource")?;
        let uri = format!("demo://resource/dynamic/{}/{id}", kind.to_lowercase());
        expect("the address of a resource", &resource["uri"], &json!(uri))?;
        expect("what is in it", resource[member].is_string(), true)?;
    }
    let arguments =
        json!({ "name": "x.gz", "data": "data:text/plain,hello", "outputType": "resource" });
    let output = call(toolkit, "gzip-file-as-resource", arguments).await?;
    let expected = json!([{ "type": "resource", "resource": {
        "uri": "demo://resource/session/x.gz", "mimeType": "application/gzip",
        "blob": "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA==",
    } }]);
    expect("a zipped file", Value::from(content(&output)), expected)
}

async fn environment(toolkit: &Toolkit) -> Shown {
    let output = call(toolkit, "get-env", json!({})).await?;
    let variables: Value = serde_json::from_str(output.value.as_str().unwrap_or_default())?;
    let names: BTreeSet<_> =
        variables.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    expect("the variables of the environment", names, BTreeSet::from(["PATH", "MARK"]))
}

async fn progress(toolkit: &Toolkit) -> Shown {
    let person = Person::default();
    let arguments = json!({ "duration": 0.4, "steps": 4 });
    let outcome = toolkit.call("trigger-long-running-operation", arguments, person.calls()).await?;
    contains("a long call", outcome.done()?.value, "Duration: 0.4 seconds, Steps: 4.")?;
    // The last of it may come with the answer, and is not waited for.
    let told = person.progress();
    let expected: Vec<_> = (1..=4).map(|step| (f64::from(step), Some(4.0))).collect();
    expect("its progress", told.get(..3), expected.get(..3))
}

async fn asks(toolkit: &Toolkit) -> Shown {
    let person = Person::who_answers(json!({ "name": "Ada", "check": true, "integer": 7 }));
    let outcome = toolkit.call(ASKING, json!({}), person.calls()).await?;
    let output = outcome.done()?;
    contains("what was answered", &output.value, "Name: Ada")?;
    contains("what was answered", &output.value, "Favorite Integer: 7")?;
    let questions = person.questions();
    let [question] = &questions[..] else { return Err("nobody was asked".into()) };
    expect(
        "the question",
        &*question.message,
        "`everything` asks: Please provide inputs for the following fields:",
    )?;
    expect("what is needed", &question.schema["required"], &json!(["name"]))?;
    let outcome = toolkit.call(ASKING, json!({}), Person::default().calls()).await?;
    contains("what was declined", outcome.done()?.value, "User declined")?;
    let nobody = toolkit.call(ASKING, json!({}), &Session::new()).await;
    contains("a question that nobody can answer", nobody, "cancelled")
}

async fn fails(toolkit: &Toolkit) -> Shown {
    let wrong = toolkit.call("get-sum", json!({ "a": "one" }), &Session::new()).await;
    let error = wrong.err().ok_or("wrong arguments are taken")?;
    contains("wrong arguments", &error, "expected number")?;
    let unknown = toolkit.call("get-sums", json!({}), &Session::new()).await;
    let error = unknown.err().ok_or("an unknown tool is called")?;
    expect("the code for an unknown tool", error.code, ErrorCode::UnknownTool)
}
