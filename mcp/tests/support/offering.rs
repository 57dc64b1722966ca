//! A server in this process that offers what it is told to, in both revisions, and a client
//! of it. It writes JSON by itself, so that it can offer what is no tool.

use std::sync::{Arc, Mutex, MutexGuard};

use rmcp::model::{ClientConfig, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, serve_client_with_lifecycle};
use rulebook_mcp::ServerStreams;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Notify;

use super::{Connected, Era, who};

/// A server that offers what it is told to. Clones are one and the same.
#[derive(Clone, Default)]
pub(crate) struct Offering(Arc<Mutex<Offered>>);

type Pages = Box<dyn Fn(Option<&str>) -> Value + Send>;

#[derive(Default)]
struct Offered {
    tools: Vec<Value>,
    pages: Option<Pages>,
    instructions: Option<String>,
    has_no_tools: bool,
    speaks: Option<Era>,
    hanging_up: Arc<Notify>,
    asked: usize,
    called: Vec<String>,
}

/// A tool that has no more than a name and a description.
pub(crate) fn tool(name: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Does {name}."),
        "inputSchema": { "type": "object", "properties": { "path": { "type": "string" } } },
    })
}

impl Offering {
    pub(crate) fn of(tools: impl IntoIterator<Item = Value>) -> Self {
        let offering = Self::default();
        offering.set(tools);
        offering
    }

    /// A server of tools that have no more than names and descriptions.
    pub(crate) fn named(names: &[&str]) -> Self {
        Self::of(names.iter().map(|name| tool(name)))
    }

    fn offered(&self) -> MutexGuard<'_, Offered> {
        self.0.lock().unwrap()
    }

    pub(crate) fn set(&self, tools: impl IntoIterator<Item = Value>) {
        self.offered().tools = tools.into_iter().collect();
    }

    /// Changes the tool with a name.
    pub(crate) fn change(&self, name: &str, change: impl FnOnce(&mut Value)) {
        let mut offered = self.offered();
        change(offered.tools.iter_mut().find(|tool| tool["name"] == name).unwrap());
    }

    /// What each page is, by its cursor.
    pub(crate) fn set_pages(&self, pages: impl Fn(Option<&str>) -> Value + Send + 'static) {
        self.offered().pages = Some(Box::new(pages));
    }

    pub(crate) fn say(&self, instructions: Option<&str>) {
        self.offered().instructions = instructions.map(str::to_owned);
    }

    pub(crate) fn have_no_tools(&self) {
        self.offered().has_no_tools = true;
    }

    /// How often it was asked for a page.
    pub(crate) fn asked(&self) -> usize {
        self.offered().asked
    }

    /// The tools that were called.
    pub(crate) fn called(&self) -> Vec<String> {
        self.offered().called.clone()
    }

    /// Ends the connection, which may be opened again.
    pub(crate) fn hang_up(&self) {
        self.offered().hanging_up.notify_waiters();
    }

    /// A client of it, as a host has one.
    pub(crate) async fn client(&self, era: Era) -> Connected<ClientConfig> {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(far);
        tokio::spawn(self.clone().serve(input, output));
        let lifecycle = match era {
            Era::Sessions => ClientLifecycleMode::Initialize,
            Era::Stateless => ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        };
        serve_client_with_lifecycle(who(), tokio::io::split(near), lifecycle).await.unwrap()
    }

    /// Streams to it, of which it speaks one revision alone.
    pub(crate) fn streams(&self, era: Era) -> ServerStreams {
        self.offered().speaks = Some(era);
        let offering = self.clone();
        ServerStreams::new(move || {
            let (near, far) = tokio::io::duplex(1 << 16);
            let (input, output) = tokio::io::split(far);
            tokio::spawn(offering.clone().serve(input, output));
            std::future::ready(Ok(tokio::io::split(near)))
        })
    }

    async fn serve(self, input: impl AsyncRead + Unpin, mut output: impl AsyncWrite + Unpin) {
        let mut lines = BufReader::new(input).lines();
        let hanging_up = Arc::clone(&self.offered().hanging_up);
        loop {
            let line = tokio::select! {
                line = lines.next_line() => line,
                () = hanging_up.notified() => return,
            };
            let Ok(Some(line)) = line else { return };
            let message: Value = serde_json::from_str(&line).unwrap();
            let Some(id) = message.get("id") else { continue };
            let answer = match self.answer(&message) {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
            };
            if output.write_all(format!("{answer}\n").as_bytes()).await.is_err() {
                return;
            }
        }
    }

    fn answer(&self, message: &Value) -> Result<Value, Value> {
        let mut offered = self.offered();
        let params = &message["params"];
        let capabilities = match offered.has_no_tools {
            true => json!({}),
            false => json!({ "tools": {} }),
        };
        let about = json!({ "name": "offering", "version": "1" });
        let mut result = match message["method"].as_str().unwrap() {
            "initialize" if offered.speaks != Some(Era::Stateless) => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities,
                "serverInfo": about,
            }),
            "server/discover" if offered.speaks != Some(Era::Sessions) => json!({
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "capabilities": capabilities,
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": { "io.modelcontextprotocol/serverInfo": about },
            }),
            "tools/list" if !offered.has_no_tools => {
                offered.asked += 1;
                // Whoever keeps that for an hour misses every change.
                return Ok(match &offered.pages {
                    Some(pages) => pages(params["cursor"].as_str()),
                    None => json!({
                        "resultType": "complete",
                        "tools": offered.tools,
                        "ttlMs": 3_600_000,
                        "cacheScope": "public",
                    }),
                });
            }
            "tools/call" => {
                let name = params["name"].as_str().unwrap().to_owned();
                let text = format!("{name} ran");
                offered.called.push(name);
                return Ok(json!({ "content": [{ "type": "text", "text": text }] }));
            }
            "ping" => json!({}),
            _ => return Err(json!({ "code": -32601, "message": "there is no such method" })),
        };
        if let Some(instructions) = &offered.instructions {
            let result = result.as_object_mut().unwrap();
            result.insert("instructions".to_owned(), instructions.clone().into());
        }
        Ok(result)
    }
}
