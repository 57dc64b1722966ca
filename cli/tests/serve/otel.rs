//! Spans of calls, sent to a collector that the environment names.

use serde_json::json;

use super::client::{Client, command};
use crate::folder::Folder;

#[cfg(feature = "otel")]
mod collector {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpListener;
    use std::sync::mpsc::{self, Receiver};

    /// A collector: its address, and the path and body of each request.
    pub(super) fn start() -> (String, Receiver<(String, Vec<u8>)>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = BufReader::new(stream.unwrap());
                let mut head = Vec::new();
                loop {
                    let mut line = String::new();
                    stream.read_line(&mut line).unwrap();
                    if line.trim().is_empty() {
                        break;
                    }
                    head.push(line.to_ascii_lowercase());
                }
                let length = head.iter().find_map(|it| it.strip_prefix("content-length:")).unwrap();
                let mut body = vec![0; length.trim().parse().unwrap()];
                stream.read_exact(&mut body).unwrap();
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                stream.get_mut().write_all(answer).unwrap();
                let path = head.first().unwrap().split(' ').nth(1).unwrap().to_owned();
                tell.send((path, body)).unwrap_or_default();
            }
        });
        (address, told)
    }
}

#[cfg(feature = "otel")]
#[test]
fn spans_of_calls_reach_the_collector_before_the_command_ends() {
    let folder = Folder::new();
    let (address, told) = collector::start();
    let mut command = command(&folder, &["rules.json", "--log", "off"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", address).env("OTEL_SERVICE_NAME", "desk");
    let mut client = Client::connect_to(command, json!({}));
    client.call("add", json!({ "a": 1, "b": 2 }));
    client.call("fail", json!({ "why": "closed" }));
    assert!(client.close().0.success());
    let (path, body) = told.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
    assert_eq!(path, "/v1/traces");
    let text = String::from_utf8_lossy(&body);
    for part in
        ["desk", "execute_tool add", "execute_tool fail", "gen_ai.tool.name", "script_failed"]
    {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains("closed"), "arguments are the caller's: {text}");
}

/// A collector that is not there holds nothing up.
#[cfg(feature = "otel")]
#[test]
fn a_collector_that_is_gone_changes_nothing() {
    let folder = Folder::new();
    let mut command = command(&folder, &["rules.json", "--log", "off"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    let mut client = Client::connect_to(command, json!({}));
    client.call("add", json!({ "a": 1, "b": 2 }));
    let begun = std::time::Instant::now();
    assert!(client.close().0.success());
    assert!(begun.elapsed() < std::time::Duration::from_secs(2));
}

#[test]
fn what_the_environment_asks_in_vain_is_told() {
    let folder = Folder::new();
    let mut command = command(&folder, &["rules.json"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    command.env("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    let mut client = Client::connect_to(command, json!({}));
    let said = client.log("no spans are sent");
    let why = if cfg!(feature = "otel") { "`grpc`" } else { "without the feature `otel`" };
    assert!(said.contains(why), "{said}");
    assert_eq!(client.call("today", json!({}))["result"]["isError"], false);
    // What is turned off is not missed.
    let mut command = super::client::command(&folder, &["rules.json", "--log", "warn"]);
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    command.env("OTEL_SDK_DISABLED", "true");
    let mut client = Client::connect_to(command, json!({}));
    client.call("today", json!({}));
    client.close();
    assert_eq!(client.err.iter().collect::<Vec<_>>(), Vec::<String>::new());
}
