//! Tools of the odd server that break the protocol in the middle of a call.

use std::env;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The names of the tools.
pub(crate) const TOOLS: [&str; 10] =
    ["equals", "digits", "deep", "long", "bytes", "glued", "noise", "deaf", "around", "storm"];

/// Answers a call, where the tool is one of these.
pub(crate) fn call(tool: &str, id: &Value) -> Option<io::Result<()>> {
    let done = json!({ "content": [], "structuredContent": { "done": true } });
    let given = |text: &str| {
        line(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[],"structuredContent":{text}}}}}"#
        ))
    };
    Some(match tool {
        "equals" => given(r#"{"days":3,"days":4}"#),
        "digits" => given(r#"{"n":123456789012345678901234567890}"#),
        "deep" => given(&format!("{{\"a\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000))),
        "long" => given(&format!("{{\"a\":\"{}\"}}", "x".repeat(17 << 20))),
        "bytes" => {
            let mut text = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"a":""#).into_bytes();
            text.extend(b"\xff\"}}\n");
            io::stdout().write_all(&text)
        }
        "glued" => line(&format!("50 % {}", json!({ "jsonrpc": "2.0", "id": id, "result": done }))),
        "noise" => noise(500).and_then(|()| answer(id, &done)),
        "storm" => noise(2_000),
        "deaf" => {
            // Nothing that it is sent from now on is read.
            answer(id, &done).map(|()| thread::sleep(Duration::from_secs(1000)))
        }
        "around" => {
            let names: Vec<_> =
                env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned()).collect();
            let folder = env::current_dir().map(|folder| folder.to_string_lossy().into_owned());
            let around = json!({ "names": names, "folder": folder.ok() });
            answer(id, &json!({ "content": [], "structuredContent": around }))
        }
        _ => return None,
    })
}

/// Lines that are no messages, whatever they look like.
fn noise(lines: usize) -> io::Result<()> {
    let some = [
        "",
        "Loading…",
        "{\"level\":30,\"id\":2}",
        "[1]",
        "null",
        "{\"jsonrpc\":",
        "\u{0}\u{1}",
        "{}",
    ];
    some.iter().cycle().take(lines).try_for_each(|text| line(text))
}

fn answer(id: &Value, result: &Value) -> io::Result<()> {
    line(&json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string())
}

fn line(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
