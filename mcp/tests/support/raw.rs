//! A client that writes and reads lines, where the bytes matter.

use std::time::Duration;

use rulebook_mcp::{McpServer, ServeError};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex,
    split,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Era;

/// How long anything may take, on a machine that is busy or by a clock that jumps.
const LONG: Duration = Duration::from_secs(100);

/// A client that writes and reads lines.
pub(crate) struct Raw {
    era: Era,
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl Raw {
    /// A client that has said nothing yet.
    pub(crate) fn silent(server: &McpServer, era: Era) -> Self {
        let (near, far) = duplex(1 << 16);
        let (input, output) = split(far);
        let server = server.clone();
        let serving = tokio::spawn(async move { server.serve(input, output).await });
        let (output, input) = split(near);
        Self { era, input, output: BufReader::new(output).lines(), serving }
    }

    /// A client that has said who it is, where that is the way of its era.
    pub(crate) async fn new(server: &McpServer, era: Era) -> Self {
        let mut client = Self::silent(server, era);
        if era == Era::Sessions {
            let who = json!({ "name": "raw", "version": "1" });
            let params = json!({
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": who,
            });
            client.say(&request(0, "initialize", &params)).await;
            client.answer(0).await;
            client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        }
        client
    }

    /// Writes a line.
    pub(crate) async fn say(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes()).await;
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        timeout(LONG, self.input.write_all(bytes)).await.unwrap().unwrap();
    }

    /// Makes a request, with members of its `_meta` where each request has some.
    pub(crate) async fn ask(&mut self, id: i64, method: &str, params: Value) {
        self.ask_with(id, method, params, json!({})).await;
    }

    pub(crate) async fn ask_with(&mut self, id: i64, method: &str, mut params: Value, meta: Value) {
        let mut all = self.meta();
        all.as_object_mut().unwrap().extend(meta.as_object().unwrap().clone());
        if all != json!({}) {
            params.as_object_mut().unwrap().insert("_meta".to_owned(), all);
        }
        self.say(&request(id, method, &params)).await;
    }

    /// What each request says of itself in this era.
    pub(crate) fn meta(&self) -> Value {
        match self.era {
            Era::Sessions => json!({}),
            Era::Stateless => json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            }),
        }
    }

    /// Calls a tool with arguments as they are written, and waits for the answer.
    pub(crate) async fn call_written(&mut self, id: i64, tool: &str, arguments: &str) -> Value {
        let meta = self.meta();
        self.say(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"_meta":{meta},"name":"{tool}","arguments":{arguments}}}}}"#
        ))
        .await;
        self.answer(id).await
    }

    /// Calls a tool, and waits for the answer.
    pub(crate) async fn call(&mut self, id: i64, tool: &str, arguments: Value) -> Value {
        self.call_written(id, tool, &arguments.to_string()).await
    }

    /// The next line; nothing at the end.
    pub(crate) async fn line(&mut self) -> Option<String> {
        timeout(LONG, self.output.next_line()).await.unwrap().unwrap()
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.line().await.unwrap()).unwrap()
    }

    /// The next message, which is an answer to a request.
    pub(crate) async fn answer(&mut self, id: i64) -> Value {
        let message = self.hear().await;
        assert_eq!(*at(&message, "/id"), id, "{message}");
        message
    }

    /// Ends the input, and waits for the end of the server.
    pub(crate) async fn end(mut self) -> (Vec<String>, Result<(), ServeError>) {
        self.input.shutdown().await.unwrap();
        let mut lines = Vec::new();
        while let Some(line) = self.line().await {
            lines.push(line);
        }
        (lines, timeout(LONG, self.serving).await.unwrap().unwrap())
    }

    /// Waits for the end of the server, and reads nothing.
    pub(crate) async fn ended(self) -> Result<(), ServeError> {
        timeout(LONG, self.serving).await.unwrap().unwrap()
    }

    /// Goes away, and waits for the end of the server.
    pub(crate) async fn gone(self) -> Result<(), ServeError> {
        drop((self.input, self.output));
        timeout(LONG, self.serving).await.unwrap().unwrap()
    }

    /// The end of the input and of the server, of a client that does not read any more.
    pub(crate) async fn end_unread(mut self) -> Result<(), ServeError> {
        self.input.shutdown().await.unwrap();
        timeout(LONG, self.serving).await.unwrap().unwrap()
    }
}

/// A request as text.
pub(crate) fn request(id: i64, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// What stands at a place of a message; null where there is nothing.
pub(crate) fn at<'a>(message: &'a Value, place: &str) -> &'a Value {
    message.pointer(place).unwrap_or(&Value::Null)
}
