//! A server over HTTP that writes what no server should, where the bytes matter.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use rulebook_mcp::ServerUrl;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::Era;

/// A server over HTTP. Each connection has one request.
pub(crate) struct Rude {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Asked>>>,
    running: JoinHandle<()>,
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) head: String,
    pub(crate) body: Value,
}

impl Asked {
    /// The method of the protocol; that of HTTP where there is none.
    pub(crate) fn method(&self) -> &str {
        let http = self.head.split(' ').next().unwrap();
        self.body.get("method").and_then(Value::as_str).unwrap_or(http)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = lines.filter(|(other, _)| other.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value)
    }

    /// A response with a result.
    pub(crate) fn result(&self, result: &Value) -> String {
        let mut result = result.clone();
        result.as_object_mut().unwrap().insert("resultType".to_owned(), "complete".into());
        json_response(&json!({ "jsonrpc": "2.0", "id": self.body.get("id"), "result": result }))
    }

    /// What a server with one tool answers, which gives back what it is given.
    pub(crate) fn polite(&self, era: Era) -> String {
        let who = json!({ "name": "rude", "version": "1" });
        let able = json!({ "tools": {} });
        let schema = json!({ "type": "object" });
        match (self.method(), era) {
            ("server/discover", Era::Stateless) => self.result(&json!({
                "supportedVersions": ["2026-07-28"], "capabilities": able,
                "ttlMs": 0, "cacheScope": "private",
                "_meta": { "io.modelcontextprotocol/serverInfo": who },
            })),
            ("initialize", Era::Sessions) => self
                .result(&json!({
                    "protocolVersion": "2025-11-25", "capabilities": able, "serverInfo": who,
                }))
                .replacen("\r\n", "\r\nmcp-session-id: s1\r\n", 1),
            ("tools/list", _) => self.result(&json!({
                "tools": [{ "name": "echo", "description": "Says it.", "inputSchema": schema }],
            })),
            ("tools/call", _) => {
                let given = self.body.pointer("/params/arguments");
                self.result(&json!({ "content": [], "structuredContent": given }))
            }
            ("ping", Era::Sessions) => self.result(&json!({})),
            ("GET", _) => response("405 Method Not Allowed", &[], ""),
            ("DELETE", _) => response("204 No Content", &[], ""),
            (method, Era::Sessions) if method.starts_with("notifications/") => {
                response("202 Accepted", &[], "")
            }
            _ => response("400 Bad Request", &[("content-type", "text/plain")], "what?"),
        }
    }
}

impl Rude {
    /// A server that answers in any way.
    pub(crate) async fn start<F, O>(answer: F) -> Self
    where
        F: Fn(Asked, TcpStream) -> O + Send + Sync + 'static,
        O: Future<Output = ()> + Send,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (answer, seen) = (Arc::new(answer), Arc::<Mutex<Vec<Asked>>>::default());
        let notes = Arc::clone(&seen);
        let running = tokio::spawn(async move {
            let mut open = tokio::task::JoinSet::new();
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let (answer, notes) = (Arc::clone(&answer), Arc::clone(&notes));
                open.spawn(async move {
                    let Some(asked) = asked(&mut stream).await else { return };
                    notes.lock().unwrap().push(asked.clone());
                    answer(asked, stream).await;
                });
            }
        });
        Self { address, seen, running }
    }

    /// A server that answers one method as it is told, and is polite otherwise.
    pub(crate) async fn to<F, O>(era: Era, method: &'static str, answer: F) -> Self
    where
        F: Fn(Asked, TcpStream) -> O + Send + Sync + 'static,
        O: Future<Output = ()> + Send,
    {
        let answer = Arc::new(answer);
        Self::start(move |asked, mut stream| {
            let answer = Arc::clone(&answer);
            async move {
                if asked.method() == method {
                    answer(asked, stream).await;
                } else {
                    let _ = stream.write_all(asked.polite(era).as_bytes()).await;
                }
            }
        })
        .await
    }

    /// A server that answers one method with some text.
    pub(crate) async fn with(
        era: Era,
        method: &'static str,
        answer: impl Fn(&Asked) -> String + Send + Sync + 'static,
    ) -> Self {
        Self::to(era, method, move |asked, mut stream| {
            let answer = answer(&asked);
            async move {
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        })
        .await
    }

    pub(crate) fn url(&self) -> ServerUrl {
        ServerUrl::new(format!("http://{}/mcp", self.address))
    }

    /// The requests of a method so far.
    pub(crate) fn seen(&self, method: &str) -> Vec<Asked> {
        let seen = self.seen.lock().unwrap();
        seen.iter().filter(|asked| asked.method() == method).cloned().collect()
    }
}

impl Drop for Rude {
    fn drop(&mut self) {
        self.running.abort();
    }
}

/// A whole response.
pub(crate) fn response(status: &str, headers: &[(&str, &str)], body: &str) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

pub(crate) fn json_response(message: &Value) -> String {
    response("200 OK", &[("content-type", "application/json")], &message.to_string())
}

/// A response that ends with its connection.
pub(crate) fn stream_response(kind: &str, begin: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n{begin}")
}

/// Writes the same again and again, until nobody reads it.
pub(crate) async fn forever(stream: &mut TcpStream, begin: &str, part: &str) {
    if stream.write_all(begin.as_bytes()).await.is_err() {
        return;
    }
    while stream.write_all(part.as_bytes()).await.is_ok() {}
}

/// Reads a request.
pub(crate) async fn asked(stream: &mut (impl AsyncRead + Unpin)) -> Option<Asked> {
    let mut read = Vec::new();
    loop {
        if stream.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
        let text = String::from_utf8_lossy(&read).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let asked = Asked { head: head.to_owned(), body: Value::Null };
        let length = asked.header("content-length").map_or(0, |length| length.parse().unwrap());
        if body.len() >= length {
            let body = serde_json::from_str(body).unwrap_or_default();
            return Some(Asked { body, ..asked });
        }
    }
}
