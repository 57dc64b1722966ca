//! What relaying costs: a call of a server's tool through a collection, beside the same call
//! with the client of `rmcp` alone, over streams within this process.
//! `cargo bench -p rulebook-mcp --bench relay`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a benchmark prints, and fails by panicking"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientConfig,
    Implementation, JsonObject, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::{
    ClientLifecycleMode, RequestContext, RunningService, serve_client_with_lifecycle,
};
use rmcp::{ErrorData, RoleClient, RoleServer, ServerHandler, ServiceExt};
use rulebook::{Session, Tool, ToolCall, ToolCollection, Toolkit};
use rulebook_mcp::{McpToolCollection, ServerStreams};
use serde_json::{Map, Value, json};
use tokio::io::{DuplexStream, duplex};
use tokio::runtime::Builder;

const ROUNDS: usize = 41;
const BATCH: u32 = 50;

const CONTESTANTS: [&str; 4] =
    ["the client of `rmcp`", "a collection over it", "a collection", "a toolkit of a collection"];

fn main() {
    // One thread, so that no figure is of waking another.
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for (what, length) in [("a word", 8), ("64 KiB", 64 << 10), ("1 MiB", 1 << 20)] {
            compare(what, &"x".repeat(length)).await;
        }
    });
}

/// Calls all contestants in turn, and prints their medians as ratios.
async fn compare(what: &str, text: &str) {
    let arguments = Map::from_iter([("text".to_owned(), Value::from(text))]);
    let client = client().await;
    let over = McpToolCollection::builder("over", client.peer().clone());
    let over = over.connect().await.unwrap();
    let own = McpToolCollection::builder(
        "own",
        ServerStreams::new(|| async { Ok(tokio::io::split(server())) }),
    );
    let own = own.connect().await.unwrap();
    let (tool_over, tool_own) = (tool(&over), tool(&own));
    let toolkit = Toolkit::builder().collection(own).build().unwrap();
    let session = Session::new();
    let mut times = vec![Vec::new(); CONTESTANTS.len()];
    for round in 0..=ROUNDS {
        for (contestant, times) in times.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..BATCH {
                let arguments = arguments.clone();
                let given = match contestant {
                    0 => {
                        let params = CallToolRequestParams::new("echo").with_arguments(arguments);
                        client.call_tool(params).await.unwrap().structured_content.unwrap()
                    }
                    1 => tool_over.call(ToolCall::new(arguments)).await.unwrap().value,
                    2 => tool_own.call(ToolCall::new(arguments)).await.unwrap().value,
                    _ => {
                        let outcome = toolkit.call("echo", arguments.into(), &session).await;
                        outcome.unwrap().done().unwrap().value.clone()
                    }
                };
                assert_eq!(given["text"].as_str().unwrap().len(), text.len());
            }
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed() / BATCH);
            }
        }
    }
    let medians: Vec<Duration> = times
        .into_iter()
        .map(|mut times| {
            times.sort();
            times[times.len() / 2]
        })
        .collect();
    for (name, median) in CONTESTANTS.iter().zip(&medians) {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        println!("{what}: {name}: {median:?}, {ratio:.2} of the client alone");
    }
}

fn tool(collection: &McpToolCollection) -> Arc<dyn Tool> {
    Arc::new(collection.clone()).tools().remove(0)
}

/// The client of `rmcp`, which can do as much as that of a collection.
async fn client() -> RunningService<RoleClient, ClientConfig> {
    let about = Implementation::new("bench", "1");
    let client =
        ClientConfig::new(ClientCapabilities::builder().enable_elicitation().build(), about);
    let lifecycle =
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    serve_client_with_lifecycle(client, tokio::io::split(server()), lifecycle).await.unwrap()
}

/// A server in this process: the streams to it.
fn server() -> DuplexStream {
    let (near, far) = duplex(1 << 16);
    tokio::spawn(async move {
        let server = Echo.serve(tokio::io::split(far)).await.unwrap();
        server.waiting().await.unwrap();
    });
    near
}

/// The smallest server that `rmcp` makes: one tool, which gives what it gets.
struct Echo;

impl ServerHandler for Echo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = JsonObject::from_iter([("type".to_owned(), json!("object"))]);
        let echo = rmcp::model::Tool::new("echo", "Gives what it gets.", schema);
        Ok(ListToolsResult::with_all_items(vec![echo]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        Ok(CallToolResult::structured(arguments).into())
    }
}
