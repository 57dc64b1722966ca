//! What the log holds, whatever clients send and scripts print.

use serde_json::{Value, json};

use super::client::Client;
use crate::folder::{Folder, SCRIPT, stderr};

/// A folder whose `echo` prints what it is given.
fn printing() -> Folder {
    let folder = Folder::new();
    let script = SCRIPT.replace("{ text }", "{ print(text); text }");
    folder.write("scripts/rules.rhai", script);
    folder
}

/// A line break began what looked like another event, and an id could steer the terminal.
#[test]
fn each_event_of_the_log_is_one_line() {
    let folder = printing();
    for format in ["human", "json"] {
        let words = ["rules.json", "--log-format", format];
        let mut client = Client::connect(&folder, &words, json!({}));
        let forged = "\n2026-01-01T00:00:00Z ERROR forged \u{1b}[31m\u{202e}";
        let call = json!({ "name": "echo", "arguments": { "text": forged } });
        let id = format!("{forged}{}", "y".repeat(1000));
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": call });
        client.send(&call.to_string());
        client.close();
        let lines: Vec<String> = client.err.iter().collect();
        assert_eq!(lines.len(), 1, "{format} {lines:?}");
        let line = lines.first().unwrap();
        assert!(!line.contains('\u{1b}') && line.len() < 2000, "{format} {line}");
        assert!(format == "json" || !line.contains('\u{202e}'), "{line}");
    }
}

/// Warnings were drawn for a person between the lines for a program.
#[test]
fn a_log_for_programs_holds_problems_too() {
    let folder = Folder::new();
    let script = SCRIPT.replace("{ a + b }", "{ a + b; a + b }");
    folder.write("scripts/rules.rhai", script);
    let log = |words: &[&str]| {
        let mut client = Client::connect(&folder, &[&["rules.json"], words].concat(), json!({}));
        client.close();
        client.err.iter().collect::<Vec<_>>()
    };
    let lines = log(&["--log-format", "json"]);
    let events: Vec<Value> = lines.iter().map(|it| serde_json::from_str(it).unwrap()).collect();
    let [event] = events.as_slice() else { panic!("{lines:?}") };
    assert_eq!((&event["level"], &event["manifest"]), (&json!("WARN"), &json!("rules.json")));
    assert!(log(&[]).len() > 1);
    assert_eq!(log(&["--log", "error"]), [""; 0]);
    // What keeps it from serving.
    folder.write("scripts/rules.rhai", "fn add(");
    for words in [&["rules.json"][..], &["rules.json", "rules.json"]] {
        let words = [&["serve", "--log-format", "json"], words].concat();
        let failed = stderr(&folder.run(&words).code(1).stdout_eq(""));
        for line in failed.lines() {
            let event: Value = serde_json::from_str(line).unwrap();
            assert_eq!(event["level"], "ERROR", "{line}");
        }
        assert!(!failed.is_empty());
    }
}

/// Each of its tools was said to clash with itself.
#[test]
fn a_manifest_that_is_given_twice_is_told() {
    let folder = Folder::new();
    let twice = folder.run(&["serve", "rules.json", "rules.json"]).code(1).stdout_eq("");
    insta::assert_snapshot!(stderr(&twice), @"error: the manifest `rules.json` is given twice");
    // Two that differ in their endings alone have names of their own.
    folder.write("scripts/more.rhai", "/// Doubles.\nfn double(n: int) -> int { n * 2 }");
    folder.write(
        "rules.jsonc",
        r#"{ "schemaVersion": 1, "script": "scripts/more.rhai", "exports": [{ "name": "double" }] }"#,
    );
    let mut client = Client::connect(&folder, &["rules.json", "rules.jsonc"], json!({}));
    let answer = client.call("double", json!({ "n": 4 }));
    assert_eq!(answer["result"]["structuredContent"]["result"], 8);
}
