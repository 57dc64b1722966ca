//! A small client of HTTP, which can also do what no client should.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rulebook_mcp::McpServer;
use rulebook_mcp::http::HttpOptions;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::Era;

/// Long enough for anything that is going to happen.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// The id of the next request: two under way in a session have to differ.
static NEXT: AtomicU64 = AtomicU64::new(2);

/// A server on a port of its own.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<()>,
}

impl Site {
    pub(crate) async fn start(server: &McpServer, options: HttpOptions) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let service = server.http(options).unwrap();
        let running = tokio::spawn(async move {
            let stopped = async { stopped.await.unwrap_or_default() };
            service.serve(listener, stopped).await.unwrap();
        });
        Self { address, stop: Some(stop), running }
    }

    /// Begins to shut down.
    pub(crate) fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits for the end.
    pub(crate) async fn ended(self) {
        timeout(LONG, self.running).await.expect("the server does not end").unwrap();
    }
}

/// A request, header by header.
#[derive(Clone)]
pub(crate) struct Sent {
    start: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Sent {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let headers = vec![("host".to_owned(), "localhost".to_owned())];
        Self { start: format!("{method} {path} HTTP/1.1"), headers, body: String::new() }
    }

    /// A header in place of any other of its name.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self.and(name, value)
    }

    /// One more header.
    pub(crate) fn and(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    pub(crate) fn body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        let length = self.body.len().to_string();
        self.with("content-length", &length)
    }

    /// Another text in place of part of the body.
    pub(crate) fn edit(self, part: &str, other: &str) -> Self {
        let body = self.body.replace(part, other);
        assert_ne!(body, self.body, "{part} is not there");
        self.body(body)
    }

    fn text(&self) -> String {
        let headers: String =
            self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("{}\r\n{headers}connection: close\r\n\r\n{}", self.start, self.body)
    }

    /// Sends it; the connection is there to read the answer from.
    pub(crate) async fn open(&self, address: SocketAddr) -> Opened {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(self.text().as_bytes()).await.unwrap();
        Opened { stream, read: Vec::new() }
    }

    /// Sends it, and reads the answer.
    pub(crate) async fn to(&self, address: SocketAddr) -> Reply {
        self.open(address).await.reply().await
    }
}

/// A connection with a request under way.
pub(crate) struct Opened {
    pub(crate) stream: TcpStream,
    read: Vec<u8>,
}

impl Opened {
    /// Reads until a text has come.
    pub(crate) async fn until(&mut self, text: &str) {
        let reading = async {
            while !String::from_utf8_lossy(&self.read).contains(text) {
                let read = self.stream.read_buf(&mut self.read).await.unwrap();
                assert!(read > 0, "{text} did not come: {}", String::from_utf8_lossy(&self.read));
            }
        };
        timeout(LONG, reading).await.expect("it does not come");
    }

    /// Reads until a message has come that has a member.
    pub(crate) async fn message_with(&mut self, member: &str) -> Value {
        self.until(&format!("\"{member}\"")).await;
        self.until("}\n").await;
        let text = String::from_utf8_lossy(&self.read).into_owned();
        let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
        let mut messages = events.filter_map(|event| serde_json::from_str::<Value>(event).ok());
        messages.find(|message| message.get(member).is_some()).unwrap()
    }

    /// Reads how the response begins.
    pub(crate) async fn status(&mut self) -> u16 {
        self.until("\r\n").await;
        Reply::parse(&String::from_utf8_lossy(&self.read)).status
    }

    /// Reads to the end.
    pub(crate) async fn reply(mut self) -> Reply {
        let reading = self.stream.read_to_end(&mut self.read);
        // A server that does not read all of a request may reset the connection.
        let _ = timeout(LONG, reading).await.expect("the response does not end");
        Reply::parse(&String::from_utf8_lossy(&self.read))
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or("0");
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: Vec<_> =
            headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        let mut reply = Self { status: status.parse().unwrap(), headers, body: body.to_owned() };
        if reply.header("transfer-encoding") == Some("chunked") {
            reply.body = unchunked(&reply.body);
        }
        reply
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The last message of the protocol in it.
    pub(crate) fn message(&self) -> Value {
        let events = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        let last = events.map(str::trim).rfind(|event| !event.is_empty());
        serde_json::from_str(last.unwrap_or(&self.body))
            .unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        let Some(chunk) = rest.get(..size).filter(|chunk| !chunk.is_empty()) else { break };
        whole.push_str(chunk);
        body = rest.get(size..).and_then(|rest| rest.strip_prefix("\r\n")).unwrap_or("");
    }
    whole
}

/// A client of the protocol over HTTP.
#[derive(Clone)]
pub(crate) struct Web {
    era: Era,
    can_ask: bool,
    pub(crate) session: Option<String>,
}

impl Web {
    pub(crate) async fn connect(address: SocketAddr, era: Era) -> Self {
        Self::connected(address, era, false).await
    }

    /// A client that can ask a person.
    pub(crate) async fn connect_asking(address: SocketAddr, era: Era) -> Self {
        Self::connected(address, era, true).await
    }

    async fn connected(address: SocketAddr, era: Era, can_ask: bool) -> Self {
        let mut web = Self { era, can_ask, session: None };
        if era == Era::Sessions {
            let mut first = Self::initialize();
            if can_ask {
                first = first.edit(r#""capabilities":{}"#, r#""capabilities":{"elicitation":{}}"#);
            }
            let reply = first.to(address).await;
            assert_eq!(reply.status, 200, "{reply:?}");
            web.session = reply.header("mcp-session-id").map(str::to_owned);
            let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            assert_eq!(web.post(&begun).to(address).await.status, 202);
        }
        web
    }

    /// The first request of the older revisions.
    pub(crate) fn initialize() -> Sent {
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "web", "version": "7" },
        });
        message("initialize", params)
    }

    /// A message, with the headers that go with the revision.
    pub(crate) fn post(&self, message: &Value) -> Sent {
        let sent = posted(message);
        match (&self.session, self.era) {
            (Some(session), _) => sent.with("mcp-session-id", session),
            (None, Era::Sessions) => sent,
            (None, Era::Stateless) => {
                let method = message.get("method").and_then(Value::as_str).unwrap();
                let sent =
                    sent.with("mcp-protocol-version", "2026-07-28").with("mcp-method", method);
                match message.pointer("/params/name").and_then(Value::as_str) {
                    Some(name) => sent.with("mcp-name", name),
                    None => sent,
                }
            }
        }
    }

    /// A request of the protocol.
    pub(crate) fn request(&self, method: &str, mut params: Value) -> Sent {
        if self.era == Era::Stateless {
            let capabilities = if self.can_ask { json!({ "elicitation": {} }) } else { json!({}) };
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "web", "version": "7" },
                "io.modelcontextprotocol/clientCapabilities": capabilities,
            });
            params.as_object_mut().unwrap().insert("_meta".to_owned(), meta);
        }
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.post(&message)
    }

    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Sent {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The stream of what the server has to say.
    pub(crate) fn watch(&self) -> Sent {
        match &self.session {
            Some(session) => Sent::new("GET", "/mcp")
                .with("accept", "text/event-stream")
                .with("mcp-session-id", session),
            None => {
                let wanted = json!({ "notifications": { "toolsListChanged": true } });
                self.request("subscriptions/listen", wanted)
            }
        }
    }
}

fn message(method: &str, params: Value) -> Sent {
    posted(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
}

fn posted(message: &Value) -> Sent {
    Sent::new("POST", "/mcp")
        .with("content-type", "application/json")
        .with("accept", "application/json, text/event-stream")
        .body(message.to_string())
}
