//! A client over HTTP, on one connection that is kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::CONTESTANTS;
use crate::process::{Over, Process, Which};

/// A client of one tool.
pub(crate) struct Client {
    tool: &'static str,
    revision: &'static str,
    session: Option<String>,
    stream: BufReader<TcpStream>,
    /// The server ends with its last client.
    _process: Option<Arc<Process>>,
}

/// What a client says of itself when a session begins.
pub(crate) fn hello() -> Value {
    json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "bench", "version": "1.0.0" },
    })
}

/// A client of each contestant.
pub(crate) fn clients(revision: &'static str) -> Vec<Client> {
    let start = |(_, which, tool): &(&str, Which, &'static str)| {
        let (process, address) = start(*which);
        let mut client = Client::new(&address, tool, revision);
        client._process = Some(Arc::new(process));
        client
    };
    CONTESTANTS.iter().map(start).collect()
}

/// A server over HTTP, and its address.
pub(crate) fn start(which: Which) -> (Process, String) {
    let mut process = Process::start(which, Over::Http);
    let mut address = String::new();
    BufReader::new(process.0.stdout.take().unwrap()).read_line(&mut address).unwrap();
    (process, address.trim().to_owned())
}

impl Client {
    pub(crate) fn new(address: &str, tool: &'static str, revision: &'static str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        let stream = BufReader::new(stream);
        let mut client = Self { tool, revision, session: None, stream, _process: None };
        if revision == "2025-11-25" {
            client.begin();
        }
        client
    }

    /// Begins a session.
    pub(crate) fn begin(&mut self) {
        self.session = None;
        self.ask("initialize", Some(0), hello());
        self.ask("notifications/initialized", None, json!({}));
    }

    /// Ends the session.
    pub(crate) fn end(&mut self) {
        self.send("DELETE", "", "");
        self.receive();
    }

    pub(crate) fn call(&mut self, turn: u32) {
        let text = format!("turn {turn}");
        let mut params = json!({ "name": self.tool, "arguments": { "text": text } });
        if self.session.is_none() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision,
                "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1.0.0" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let answer = self.ask("tools/call", Some(turn + 1), params).unwrap();
        assert_eq!(answer["result"]["structuredContent"]["text"], text, "{answer}");
    }

    fn ask(&mut self, method: &str, id: Option<u32>, params: Value) -> Option<Value> {
        let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        if let Some(id) = id {
            message["id"] = id.into();
        }
        let headers = format!(
            "content-type: application/json\r\naccept: application/json, text/event-stream\r\n\
             mcp-method: {method}\r\nmcp-name: {}\r\n",
            self.tool
        );
        self.send("POST", &headers, &message.to_string());
        self.receive()
    }

    fn send(&mut self, verb: &str, headers: &str, body: &str) {
        let session = match &self.session {
            Some(session) => format!("mcp-session-id: {session}\r\n"),
            None => String::new(),
        };
        let request = format!(
            "{verb} /mcp HTTP/1.1\r\nhost: localhost\r\nmcp-protocol-version: {}\r\n\
             {session}{headers}content-length: {}\r\n\r\n{body}",
            self.revision,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
    }

    /// The message of an answer, whether it is JSON or a stream of events.
    fn receive(&mut self) -> Option<Value> {
        let status = self.line();
        assert!(status.starts_with("HTTP/1.1 20"), "{status}");
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "transfer-encoding" => chunked = true,
                "mcp-session-id" => self.session = Some(value.to_owned()),
                _ => {}
            }
        }
        let body = if chunked { self.chunks() } else { self.bytes(length) };
        // What comes before the answer in a stream has no data.
        let data = body.lines().filter_map(|line| line.strip_prefix("data:"));
        let text = data.map(str::trim).rfind(|data| !data.is_empty()).unwrap_or(&body);
        serde_json::from_str(text).ok()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.truncate(line.trim_end().len());
        line
    }

    fn bytes(&mut self, length: usize) -> String {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn chunks(&mut self) -> String {
        let mut all = String::new();
        loop {
            let length = usize::from_str_radix(&self.line(), 16).unwrap();
            all.push_str(&self.bytes(length));
            self.line();
            if length == 0 {
                return all;
            }
        }
    }
}
