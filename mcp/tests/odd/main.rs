//! A server on standard input and output that behaves as oddly as it is told to, for tests
//! of the collection. It knows the protocol by itself, so that it can break it.
//!
//! Words say how it starts, the tools do the rest.

mod breaking;
mod starting;

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    needs_file()?;
    starting::start()?;
    let mut server = Server::default();
    for line in io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        server.take(&message)?;
    }
    if starting::is_told("--stubborn") {
        starting::silent();
    }
    Ok(())
}

/// `--needs FILE`: it ends at once while there is no such file.
fn needs_file() -> io::Result<()> {
    let mut words = std::env::args().skip_while(|word| word != "--needs").skip(1);
    if let Some(file) = words.next()
        && !std::path::Path::new(&file).exists()
    {
        writeln!(io::stderr(), "a file is needed, and is not there: secret-1")?;
        std::process::exit(4);
    }
    Ok(())
}

#[derive(Default)]
struct Server {
    /// How often the list of tools has changed.
    changes: u64,
}

impl Server {
    fn take(&mut self, message: &Value) -> io::Result<()> {
        let Some(id) = message.get("id") else { return Ok(()) };
        let Some(method) = message.get("method").and_then(Value::as_str) else { return Ok(()) };
        let params = message.get("params").cloned().unwrap_or_default();
        match method {
            "server/discover" if starting::is_told("--no-discovery") => std::process::exit(1),
            "server/discover" if starting::is_told("--stateless") => answer(id, &discovered()),
            "initialize" if starting::is_told("--refuses") => say(&json!({
                "jsonrpc": "2.0", "id": id,
                "error": { "code": -32603, "message": "no licence" },
            })),
            "initialize" if !starting::is_told("--stateless") => answer(id, &initialized()),
            "ping" => answer(id, &json!({})),
            "tools/list" => answer(id, &json!({ "tools": self.tools() })),
            "tools/call" => self.call(id, &params),
            _ => say(&json!({
                "jsonrpc": "2.0", "id": id,
                "error": { "code": -32601, "message": "there is no such method" },
            })),
        }
    }

    fn tools(&self) -> Vec<Value> {
        let tool = |name: &str, description: &str| json!({ "name": name, "description": description, "inputSchema": { "type": "object" } });
        let mut tools = vec![
            tool("echo", "Gives back what it is given."),
            tool("hang", "Never answers."),
            tool("freeze", "Answers nothing any more."),
            tool("die", "Ends the process in the middle of the call."),
            tool("change", &format!("Changes this description, which is number {}.", self.changes)),
        ];
        tools.extend(breaking::TOOLS.map(|name| tool(name, "Breaks the protocol.")));
        tools
    }

    fn call(&mut self, id: &Value, params: &Value) -> io::Result<()> {
        let arguments = params.get("arguments").cloned().unwrap_or_default();
        let tool = params.get("name").and_then(Value::as_str).unwrap_or_default();
        if let Some(broken) = breaking::call(tool, id) {
            return broken;
        }
        match tool {
            "echo" => gave(id, &arguments),
            "hang" => Ok(()),
            "freeze" => loop {
                std::thread::park();
            },
            "die" => std::process::exit(3),
            "change" => {
                self.changes = self.changes.saturating_add(1);
                let changed = "notifications/tools/list_changed";
                say(&json!({ "jsonrpc": "2.0", "method": changed }))?;
                gave(id, &json!({ "changes": self.changes }))
            }
            _ => say(&json!({
                "jsonrpc": "2.0", "id": id,
                "error": { "code": -32602, "message": "there is no such tool" },
            })),
        }
    }
}

fn initialized() -> Value {
    json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "tools": { "listChanged": true } },
        "serverInfo": { "name": "odd", "version": "1" },
        "instructions": "Ask the odd server last.",
    })
}

/// The same in the newer revision.
fn discovered() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": { "tools": {} },
        "instructions": "Ask the odd server last.",
        "ttlMs": 3_600_000,
        "cacheScope": "public",
        "_meta": { "io.modelcontextprotocol/serverInfo": { "name": "odd", "version": "1" } },
    })
}

fn gave(id: &Value, value: &Value) -> io::Result<()> {
    answer(
        id,
        &json!({
            "content": [{ "type": "text", "text": value.to_string() }],
            "structuredContent": value,
        }),
    )
}

fn answer(id: &Value, result: &Value) -> io::Result<()> {
    say(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn say(message: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{message}")?;
    out.flush()
}
