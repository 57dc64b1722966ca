//! A toolkit that is served: a tool in Rust and one of a script, which give what they get.

use std::future::pending;

use rulebook::{Collection, FnTool, ToolCall, ToolOutput, ToolSet, ToolSpec, Toolkit};
use rulebook_mcp::McpServer;
use rulebook_mcp::http::HttpOptions;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::process::Over;

const MANIFEST: &str = r#"{
    "schemaVersion": 1,
    "script": "say.rhai",
    "exports": [{ "name": "say", "description": "Gives what it gets.", "kind": "read" }]
}"#;

const SCRIPT: &str = "fn say(text: string) -> #{ text: string } { #{ text: text } }";

/// The schema of what every tool here gets and gives.
pub(crate) fn schema() -> Value {
    json!({
        "type": "object",
        "properties": { "text": { "type": "string" } },
        "required": ["text"],
        "additionalProperties": false,
    })
}

pub(crate) async fn serve(over: Over) {
    let server = McpServer::new(toolkit().await);
    if over == Over::Stdio {
        server.serve_stdio().await.unwrap();
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("{}", listener.local_addr().unwrap());
    let service = server.http(HttpOptions::new()).unwrap();
    service.serve(listener, pending()).await.unwrap();
}

async fn toolkit() -> Toolkit {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("say.json"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("say.rhai"), SCRIPT).unwrap();
    let rules = ToolSet::load(folder.path().join("say.json")).await.unwrap();
    let mut spec = ToolSpec::new("echo", "Gives what it gets.");
    (spec.input_schema, spec.output_schema) = (schema(), Some(schema()));
    let echo = FnTool::new(spec, |call: ToolCall| async move {
        Ok(ToolOutput::json(Value::Object(call.arguments)))
    });
    let native = Collection::builder("native").tool(echo).build().unwrap();
    Toolkit::builder().collection(rules).collection(native).build().unwrap()
}
