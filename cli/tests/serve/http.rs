//! `rulebook serve --http`: how it begins and how it ends.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::client::{Client, command};
use crate::folder::{Folder, stderr};
use crate::processes::wait_for;

/// The command while it serves, and its address.
struct Site {
    command: Child,
    address: String,
}

impl Site {
    fn start(folder: &Folder, words: &[&str]) -> Self {
        let words = [&["rules.json", "--http", "127.0.0.1:0"], words].concat();
        let mut command = command(folder, &words).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(command.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
        Self { command, address: address.to_owned() }
    }

    /// Sends a message, with more headers: the connection.
    fn send(&self, message: &Value, headers: &str) -> TcpStream {
        let body = message.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             accept: application/json, text/event-stream\r\nconnection: close\r\n{headers}\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Sends a message: the whole answer.
    fn answer(&self, message: &Value, headers: &str) -> String {
        let mut answer = String::new();
        self.send(message, headers).read_to_string(&mut answer).unwrap();
        answer
    }

    /// A call in the way of 2025-11-25, in a session of its own, or of 2026-07-28.
    fn call(&self, tool: &str, has_session: bool) -> TcpStream {
        let who = json!({ "name": "test", "version": "1" });
        let mut params = json!({ "name": tool, "arguments": {} });
        let headers = if has_session {
            let hello = json!({
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": who,
            });
            let first =
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello });
            let answer = self.answer(&first, "");
            let id = answer.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap();
            let header = format!("mcp-session-id: {id}\r\n");
            let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            self.answer(&begun, &header);
            header
        } else {
            let meta = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": who,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
            params.as_object_mut().unwrap().insert("_meta".to_owned(), meta);
            format!(
                "mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: {tool}\r\n"
            )
        };
        let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params });
        self.send(&call, &headers)
    }

    fn calls_in_flight(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(head).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let line = answer.lines().find_map(|it| it.strip_prefix("rulebook_calls_in_flight "));
        line.unwrap().to_owned()
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.command), signal).unwrap();
    }
}

/// Calls of sessions had no line in the audit log, and no client had an answer.
#[test]
fn a_second_signal_cuts_calls_short_and_leaves_a_line_of_each() {
    let folder = Folder::new();
    for has_session in [true, false] {
        let name = format!("audit-{has_session}.jsonl");
        let mut site = Site::start(&folder, &["--audit", &name]);
        let mut call = site.call("forever", has_session);
        wait_for("the call runs", || (site.calls_in_flight() == "1").then_some(()));
        site.signal(Signal::TERM);
        let begun = Instant::now();
        // Two at once would be one.
        let status = wait_for("the command ends", || {
            site.signal(Signal::INT);
            site.command.try_wait().unwrap()
        });
        assert_eq!(status.code(), Some(1), "{has_session}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{has_session} {:?}", begun.elapsed());
        let mut answer = String::new();
        call.read_to_string(&mut answer).unwrap();
        assert!(answer.contains(r#""rulebook/code":"cancelled""#), "{has_session} {answer}");
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        let lines: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 1, "{has_session} {text}");
        assert_eq!(lines[0]["outcome"], "cancelled", "{has_session}");
    }
}

/// Clients end a server with a signal, too.
#[test]
fn a_signal_over_pipes_leaves_a_line_of_each_call() {
    let folder = Folder::new();
    for isolation in ["--isolate", "--no-isolate"] {
        let name = format!("audit{isolation}.jsonl");
        let words = ["rules.json", "--audit", &name, isolation];
        let mut client = Client::connect(&folder, &words, json!({}));
        client.call("today", json!({}));
        client.ask("tools/call", json!({ "name": "forever", "arguments": {} }));
        // It is read in order: the call before this one has begun.
        client.request("tools/list", json!({}));
        kill_process(Pid::from_child(&client.command), Signal::TERM).unwrap();
        let status = wait_for("the command ends", || client.command.try_wait().unwrap());
        assert_eq!(status.code(), Some(0), "{isolation}");
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text.lines().count(), 2, "{isolation} {text}");
        assert!(text.contains(r#""outcome":"cancelled""#), "{isolation} {text}");
    }
}

/// It waited for a reader, and no signal ended it.
#[test]
fn an_audit_log_is_no_named_pipe_and_a_token_no_pipe() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for [option, expected] in [
        ["--audit", "it is a named pipe, and whoever reads it may stop"],
        ["--token-file", "`pipe` is a pipe or a device\n"],
    ] {
        let words = ["serve", "rules.json", "--http", "127.0.0.1:0", option, "pipe"];
        let refused = folder.run(&words).code(1).stdout_eq("");
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}
