//! A server in this process that does as it is told, in both revisions.
#![expect(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use rmcp::model::ClientConfig;
use rmcp::service::{ClientLifecycleMode, serve_client_with_lifecycle};
use rulebook_mcp::ServerStreams;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use super::{Connected, Era, who};

/// A server that does as it is told.
#[derive(Clone)]
pub(crate) struct Far(Arc<Inner>);

struct Inner {
    era: Era,
    state: Mutex<State>,
    /// How many messages have come.
    heard: watch::Sender<usize>,
}

/// What the server is told, and what it has seen.
pub(crate) struct State {
    pub(crate) tools: Vec<Value>,
    pub(crate) instructions: Option<String>,
    /// Whether it declares that its list changes.
    pub(crate) declares: bool,
    /// Methods that it does not answer.
    pub(crate) silent: HashSet<String>,
    /// Methods that it refuses.
    pub(crate) failing: HashSet<String>,
    /// How long it takes over a method.
    pub(crate) slow: Option<(String, Duration)>,
    /// It cannot be reached.
    pub(crate) refuses: bool,
    /// What stands in the resource.
    pub(crate) resource: Value,
    /// What it is told about each list's freshness.
    pub(crate) ttl: Option<u64>,
    /// All messages, and when they came.
    pub(crate) messages: Vec<(Instant, Value)>,
    /// How often it was opened.
    pub(crate) opened: usize,
    open: Vec<Line>,
}

#[derive(Clone)]
struct Line {
    say: mpsc::UnboundedSender<Value>,
    cut: CancellationToken,
    listeners: Arc<Mutex<Vec<Value>>>,
}

/// A tool of a name and a description.
pub(crate) fn tool(name: &str, description: &str) -> Value {
    json!({ "name": name, "description": description, "inputSchema": { "type": "object" } })
}

impl Far {
    pub(crate) fn new(era: Era) -> Self {
        let state = State {
            tools: vec![tool("echo", "Gives back what it is given.")],
            instructions: Some("Ask the far server last.".to_owned()),
            declares: true,
            silent: HashSet::new(),
            failing: HashSet::new(),
            slow: None,
            refuses: false,
            resource: json!([]),
            ttl: None,
            messages: Vec::new(),
            opened: 0,
            open: Vec::new(),
        };
        Self(Arc::new(Inner { era, state: Mutex::new(state), heard: watch::Sender::new(0) }))
    }

    /// Where it is.
    pub(crate) fn streams(&self) -> ServerStreams {
        let far = self.clone();
        ServerStreams::new(move || {
            let opened = far.open();
            async move { opened.map(tokio::io::split) }
        })
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap()
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        self.state().open.drain(..).for_each(|line| line.cut.cancel());
    }

    /// Tells that the list has changed, to everyone who may hear of it.
    pub(crate) fn tell(&self) {
        for line in &self.state().open {
            match self.0.era {
                Era::Sessions => line.tell(None),
                Era::Stateless => {
                    line.listeners.lock().unwrap().iter().for_each(|id| line.tell(Some(id)));
                }
            }
        }
    }

    /// Ends what listens, and not the connection.
    pub(crate) fn stop_telling(&self) {
        for line in &self.state().open {
            for id in line.listeners.lock().unwrap().drain(..) {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": id });
                line.say(json!({
                    "jsonrpc": "2.0", "id": id,
                    "result": { "resultType": "complete", "_meta": meta },
                }));
            }
        }
    }

    /// A client of it that the host has.
    pub(crate) async fn client(&self) -> Connected<ClientConfig> {
        let streams = tokio::io::split(self.open().unwrap());
        serve_client_with_lifecycle(who(), streams, ClientLifecycleMode::Initialize).await.unwrap()
    }

    /// Waits until nobody is connected.
    pub(crate) async fn gone(&self) {
        let is_open = || self.state().open.iter().any(|line| !line.cut.is_cancelled());
        while is_open() {
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// When a method was asked for.
    pub(crate) fn times(&self, method: &str) -> Vec<Instant> {
        let state = self.state();
        let of = state.messages.iter().filter(|(_, message)| message["method"] == method);
        of.map(|(time, _)| *time).collect()
    }

    /// How often a method was asked for.
    pub(crate) fn count(&self, method: &str) -> usize {
        self.times(method).len()
    }

    /// Waits for a method to have been asked for as often as that, in all.
    pub(crate) async fn heard(&self, method: &str, times: usize) {
        let mut heard = self.0.heard.subscribe();
        let enough = heard.wait_for(|_| self.count(method) >= times);
        tokio::time::timeout(Duration::from_secs(3600), enough).await.unwrap().unwrap();
    }

    /// What it is asked for to tell whether it is there.
    pub(crate) fn probe(&self) -> &'static str {
        match self.0.era {
            Era::Sessions => "ping",
            Era::Stateless => "server/discover",
        }
    }

    fn open(&self) -> io::Result<DuplexStream> {
        let mut state = self.state();
        state.opened += 1;
        if state.refuses {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let (near, far) = tokio::io::duplex(1 << 20);
        let (say, mut said) = mpsc::unbounded_channel::<Value>();
        let line = Line { say, cut: CancellationToken::new(), listeners: Arc::default() };
        state.open.push(line.clone());
        drop(state);
        let (input, mut output) = tokio::io::split(far);
        let writing = async move {
            while let Some(message) = said.recv().await {
                if output.write_all(format!("{message}\n").as_bytes()).await.is_err() {
                    return;
                }
            }
        };
        let server = self.clone();
        let reading = async move {
            let mut lines = BufReader::new(input).lines();
            while let Ok(Some(text)) = lines.next_line().await {
                server.take(&line, serde_json::from_str(&text).unwrap());
            }
        };
        let cut = self.state().open.last().unwrap().cut.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = reading => {}
                () = writing => {}
                () = cut.cancelled() => {}
            }
            cut.cancel();
        });
        Ok(near)
    }

    fn take(&self, line: &Line, message: Value) {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let (id, params) = (message["id"].clone(), message["params"].clone());
        let mut state = self.state();
        state.messages.push((Instant::now(), message));
        let is_silent = state.silent.contains(&method);
        if !id.is_null() && !method.is_empty() && !is_silent {
            let answer = self.answer(&state, &method, &params, (line, &id));
            if let Some(mut answer) = answer {
                answer["jsonrpc"] = "2.0".into();
                answer["id"] = id;
                let wait = state.slow.clone().filter(|(slow, _)| *slow == method);
                let line = line.clone();
                match wait {
                    None => line.say(answer),
                    Some((_, wait)) => drop(tokio::spawn(async move {
                        sleep(wait).await;
                        line.say(answer);
                    })),
                }
            }
        }
        drop(state);
        self.0.heard.send_modify(|count| *count += 1);
    }

    fn answer(
        &self,
        state: &State,
        method: &str,
        params: &Value,
        (line, id): (&Line, &Value),
    ) -> Option<Value> {
        let refusal = |code: i64, text: &str| json!({ "error": { "code": code, "message": text } });
        if state.failing.contains(method) {
            return Some(refusal(-32603, "not now"));
        }
        let capabilities = json!({
            "tools": { "listChanged": state.declares }, "resources": {},
        });
        let who = json!({ "name": "far", "version": "1.2" });
        let mut result = match (method, self.0.era) {
            ("initialize", Era::Sessions) => json!({
                "protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": who,
                "instructions": state.instructions,
            }),
            ("server/discover", Era::Stateless) => json!({
                "supportedVersions": ["2026-07-28"], "capabilities": capabilities,
                "instructions": state.instructions, "ttlMs": 3_600_000, "cacheScope": "public",
                "_meta": { "io.modelcontextprotocol/serverInfo": who },
            }),
            ("ping", Era::Sessions) => json!({}),
            ("tools/list", _) => {
                let mut list = json!({ "tools": state.tools });
                if let Some(ttl) = state.ttl {
                    list["ttlMs"] = ttl.into();
                    list["cacheScope"] = "public".into();
                }
                list
            }
            ("tools/call", _) if params["name"] == "hang" => return None,
            ("tools/call", _) => json!({
                "content": [{ "type": "text", "text": params["arguments"].to_string() }],
                "structuredContent": params["arguments"],
            }),
            ("resources/read", _) => json!({
                "contents": state.resource, "ttlMs": 3_600_000, "cacheScope": "public",
            }),
            ("subscriptions/listen", Era::Stateless) => {
                let meta = json!({ "io.modelcontextprotocol/subscriptionId": id });
                line.say(json!({
                    "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                    "params": { "notifications": params["notifications"], "_meta": meta },
                }));
                line.listeners.lock().unwrap().push(id.clone());
                return None;
            }
            _ => return Some(refusal(-32601, "there is no such method")),
        };
        if self.0.era == Era::Stateless {
            result["resultType"] = "complete".into();
        }
        Some(json!({ "result": result }))
    }
}

impl Line {
    fn say(&self, message: Value) {
        // Whoever has gone hears nothing.
        let _ = self.say.send(message);
    }

    fn tell(&self, listener: Option<&Value>) {
        let mut told = json!({
            "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {},
        });
        if let Some(id) = listener {
            told["params"]["_meta"] = json!({ "io.modelcontextprotocol/subscriptionId": id });
        }
        self.say(told);
    }
}
