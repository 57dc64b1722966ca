//! A client that speaks to `rulebook serve` line by line.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::processes::wait_for;

/// How long to wait for a line that has to come.
const LONG: Duration = Duration::from_secs(60);

/// The command while it runs, and both ends of its pipes.
pub(super) struct Client {
    pub(super) command: Child,
    input: Option<ChildStdin>,
    out: Receiver<String>,
    pub(super) err: Receiver<String>,
    next: u64,
}

impl Client {
    /// Starts it without a word.
    pub(super) fn start(folder: &Folder, words: &[&str]) -> Self {
        Self::run(command(folder, words))
    }

    fn run(mut command: Command) -> Self {
        let mut command = command.spawn().unwrap();
        let input = command.stdin.take();
        let out = lines(command.stdout.take().unwrap());
        let err = lines(command.stderr.take().unwrap());
        Self { command, input, out, err, next: 0 }
    }

    /// Starts it, and shakes hands in the way of 2025-11-25.
    pub(super) fn connect(folder: &Folder, words: &[&str], capabilities: Value) -> Self {
        Self::connect_to(command(folder, words), capabilities)
    }

    /// The same, of a command that was made with [`command`].
    pub(super) fn connect_to(command: Command, capabilities: Value) -> Self {
        let mut client = Self::run(command);
        let who = json!({ "name": "test", "version": "1" });
        let hello = json!({
            "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": who,
        });
        client.request("initialize", hello);
        client.notify("notifications/initialized");
        client
    }

    /// Sends a line as it is.
    pub(super) fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    pub(super) fn notify(&mut self, method: &str) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method }).to_string());
    }

    /// Sends a request: its id.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        let id = self.next;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&request.to_string());
        id
    }

    /// Sends a request: what is answered, whatever else is sent before that.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(id)
    }

    /// What is answered to a request.
    pub(super) fn answer(&self, id: u64) -> Value {
        loop {
            let message = self.message();
            if message.get("id") == Some(&id.into()) && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Calls a tool: the result, or the error of the protocol.
    pub(super) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// The next message, which is a line of JSON-RPC.
    pub(super) fn message(&self) -> Value {
        let line = self.out.recv_timeout(LONG).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message.get("jsonrpc"), Some(&"2.0".into()), "{line}");
        message
    }

    /// The next line of standard error with this in it.
    pub(super) fn log(&self, part: &str) -> String {
        let mut before = String::new();
        loop {
            let line = self.err.recv_timeout(LONG);
            assert!(line.is_ok(), "`{part}` is not logged:\n{before}");
            let line = line.unwrap();
            if line.contains(part) {
                return line;
            }
            before.extend([&line, "\n"]);
        }
    }

    /// Ends the input: how the command ends, and what else it wrote.
    pub(super) fn close(&mut self) -> (ExitStatus, Vec<String>) {
        drop(self.input.take());
        let status = wait_for("the command ends", || self.command.try_wait().unwrap());
        (status, self.out.iter().collect())
    }
}

/// The command in a folder, with pipes.
pub(super) fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command
        .arg("serve")
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            tell.send(line.unwrap()).unwrap_or_default();
        }
    });
    lines
}
