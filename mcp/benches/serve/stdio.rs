//! A client on the pipes of a server's process.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};

use serde_json::{Value, json};

use crate::CONTESTANTS;
use crate::process::{Over, Process};

/// A client of one tool.
pub(crate) struct Client {
    tool: &'static str,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _process: Process,
}

/// A client of each contestant.
pub(crate) fn clients() -> Vec<Client> {
    CONTESTANTS.iter().map(|(_, which, tool)| Client::new(*which, tool)).collect()
}

impl Client {
    fn new(which: crate::Which, tool: &'static str) -> Self {
        let mut process = Process::start(which, Over::Stdio);
        let input = process.0.stdin.take().unwrap();
        let output = BufReader::new(process.0.stdout.take().unwrap());
        let mut client = Self { tool, input, output, _process: process };
        client.ask(&json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": crate::http::hello(),
        }));
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    pub(crate) fn call(&mut self, turn: u32) {
        let text = format!("turn {turn}");
        let answer = self.ask(&json!({
            "jsonrpc": "2.0", "id": turn + 1, "method": "tools/call",
            "params": { "name": self.tool, "arguments": { "text": text } },
        }));
        assert_eq!(answer["result"]["structuredContent"]["text"], text, "{answer}");
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.say(message);
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}
