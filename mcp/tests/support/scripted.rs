//! A server whose every word a test says, over streams.

use std::sync::{Arc, OnceLock};

use rulebook::{Cancellation, Tool, ToolCall, ToolCollection, ToolError, ToolOutput};
use rulebook_mcp::{McpToolCollection, McpToolCollectionBuilder, ServerStreams};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Era;
use super::raw::at;
use super::web::LONG;

/// A server whose every word a test says. How it begins, and which tools it has, it says by
/// itself.
pub(crate) struct Scripted {
    output: Arc<Mutex<WriteHalf<DuplexStream>>>,
    heard: mpsc::UnboundedReceiver<Value>,
    begun: Arc<OnceLock<Value>>,
}

impl Scripted {
    /// The server, and the streams that it is reached over, once.
    pub(crate) fn new(era: Era, tools: Value) -> (Self, ServerStreams) {
        let (near, far) = duplex(1 << 16);
        let (input, output) = split(far);
        let output = Arc::new(Mutex::new(output));
        let (tell, heard) = mpsc::unbounded_channel();
        let begun = Arc::<OnceLock<Value>>::default();
        let noted = Arc::clone(&begun);
        tokio::spawn(serve((era, tools, noted), input, Arc::clone(&output), tell));
        let near = std::sync::Mutex::new(Some(near));
        let streams = ServerStreams::new(move || {
            let near = near.lock().unwrap().take();
            async move { near.map(split).ok_or_else(|| std::io::ErrorKind::NotConnected.into()) }
        });
        (Self { output, heard, begun }, streams)
    }

    /// A server with one tool, `do`, and a collection of it.
    pub(crate) async fn with_tool(era: Era) -> (Self, McpToolCollection) {
        Self::with(era, json!([tool("do")]), |odd| odd).await
    }

    /// A server with tools, and a collection of it.
    pub(crate) async fn with(
        era: Era,
        tools: Value,
        options: impl FnOnce(McpToolCollectionBuilder) -> McpToolCollectionBuilder,
    ) -> (Self, McpToolCollection) {
        let (server, streams) = Self::new(era, tools);
        let builder = McpToolCollection::builder("odd", streams);
        let connected = timeout(LONG, options(builder).connect());
        (server, connected.await.unwrap().unwrap())
    }

    /// Writes a message.
    pub(crate) async fn say(&self, message: &Value) {
        self.write(&message.to_string()).await;
    }

    /// Writes a line.
    pub(crate) async fn write(&self, line: &str) {
        write(&self.output, line).await;
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, request: &Value, result: &Value) {
        self.say(&json!({ "jsonrpc": "2.0", "id": at(request, "/id"), "result": result })).await;
    }

    /// Answers a call with a text.
    pub(crate) async fn give(&self, request: &Value, text: &str) {
        self.answer(request, &json!({ "content": [{ "type": "text", "text": text }] })).await;
    }

    /// Answers a request with an error.
    pub(crate) async fn refuse(&self, request: &Value, code: i64, message: &str) {
        let error = json!({ "code": code, "message": message });
        self.say(&json!({ "jsonrpc": "2.0", "id": at(request, "/id"), "error": error })).await;
    }

    /// Tells how far a call is.
    pub(crate) async fn progress(&self, call: &Value, mut told: Value) {
        let token = at(call, "/params/_meta/progressToken").clone();
        told.as_object_mut().unwrap().insert("progressToken".to_owned(), token);
        let method = "notifications/progress";
        self.say(&json!({ "jsonrpc": "2.0", "method": method, "params": told })).await;
    }

    /// What the client said of itself, where it does so at the begin.
    pub(crate) fn begun(&self) -> Value {
        self.begun.get().unwrap().clone()
    }

    /// Ends what it writes.
    pub(crate) async fn end(&self) {
        self.output.lock().await.shutdown().await.unwrap();
    }

    /// The next message of the client.
    pub(crate) async fn hear(&mut self) -> Value {
        timeout(LONG, self.heard.recv()).await.expect("nothing is said").expect("it is gone")
    }

    /// The next message, which has a method.
    pub(crate) async fn hear_of(&mut self, method: &str) -> Value {
        let message = self.hear().await;
        assert_eq!(*at(&message, "/method"), method, "{message}");
        message
    }

    /// The next call.
    pub(crate) async fn called(&mut self) -> Value {
        self.hear_of("tools/call").await
    }

    /// What has been said and not been heard yet.
    pub(crate) fn heard(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.heard.try_recv().ok()).collect()
    }
}

async fn serve(
    (era, tools, begun): (Era, Value, Arc<OnceLock<Value>>),
    input: ReadHalf<DuplexStream>,
    output: Arc<Mutex<WriteHalf<DuplexStream>>>,
    tell: mpsc::UnboundedSender<Value>,
) {
    let mut lines = BufReader::new(input).lines();
    let mut own = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        let message: Value = serde_json::from_str(&line).unwrap();
        let capabilities = json!({ "tools": {} });
        let id = at(&message, "/id").clone();
        if *at(&message, "/method") == "initialize" {
            let _ = begun.set(message.clone());
        }
        let result = match (at(&message, "/method").as_str(), era) {
            (Some("server/discover"), Era::Stateless) => json!({
                "resultType": "complete", "supportedVersions": ["2026-07-28"],
                "capabilities": capabilities, "ttlMs": 0, "cacheScope": "private",
            }),
            (Some("initialize"), Era::Sessions) => json!({
                "protocolVersion": "2025-11-25", "capabilities": capabilities,
                "serverInfo": { "name": "odd", "version": "1" },
            }),
            (Some("tools/list"), Era::Sessions) => json!({ "tools": tools }),
            (Some("tools/list"), Era::Stateless) => json!({
                "resultType": "complete", "tools": tools, "ttlMs": 0, "cacheScope": "private",
            }),
            (Some("ping"), Era::Sessions) => json!({}),
            (Some("server/discover" | "subscriptions/listen"), _) => {
                let error = json!({ "code": -32601, "message": "there is no such method" });
                own.push(id.clone());
                write(&output, &json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string())
                    .await;
                continue;
            }
            (Some("notifications/initialized"), _) => continue,
            (Some("notifications/cancelled"), _)
                if own.contains(at(&message, "/params/requestId")) =>
            {
                continue;
            }
            _ => {
                let _ = tell.send(message);
                continue;
            }
        };
        own.push(id.clone());
        write(&output, &json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string()).await;
    }
}

async fn write(output: &Mutex<WriteHalf<DuplexStream>>, line: &str) {
    let mut output = output.lock().await;
    // A client that is gone hears nothing.
    let _ = output.write_all(format!("{line}\n").as_bytes()).await;
}

/// A tool as a server lists it, which takes anything.
pub(crate) fn tool(name: &str) -> Value {
    json!({ "name": name, "description": name, "inputSchema": { "type": "object" } })
}

/// A tool of a collection.
pub(crate) fn of(collection: &McpToolCollection, name: &str) -> Arc<dyn Tool> {
    let tools = Arc::new(collection.clone()).tools();
    tools.into_iter().find(|tool| tool.spec().name == name).unwrap()
}

/// A call that goes on.
pub(crate) type Going = JoinHandle<Result<ToolOutput, ToolError>>;

/// Begins a call of a tool.
pub(crate) fn begin(collection: &McpToolCollection, name: &str, call: ToolCall) -> Going {
    let tool = of(collection, name);
    tokio::spawn(async move { tool.call(call).await })
}

/// Begins a call that is given up when that is wished.
pub(crate) fn begin_until(collection: &McpToolCollection, name: &str) -> (Going, Cancellation) {
    let wish = Cancellation::new();
    let mut call = ToolCall::default();
    call.cancellation = Some(wish.clone());
    (begin(collection, name, call), wish)
}

/// What a call ended with.
pub(crate) async fn ended(going: Going) -> Result<ToolOutput, ToolError> {
    timeout(LONG, going).await.expect("the call does not end").unwrap()
}

/// What a call failed with, as people see it.
pub(crate) async fn failed(going: Going) -> String {
    ended(going).await.unwrap_err().to_string()
}
