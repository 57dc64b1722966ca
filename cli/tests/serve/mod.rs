//! `rulebook serve`: what goes over its pipes, and how it ends.

mod agents;
mod client;
#[cfg(unix)]
mod http;
mod logs;
mod otel;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod unread;

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use self::client::Client;
use crate::folder::{Folder, SCRIPT, stderr};
use crate::processes::wait_for;

/// The names of the tools, in the order in which they are listed.
fn names(client: &mut Client) -> Vec<String> {
    let listed = client.request("tools/list", json!({}));
    let tools = listed.pointer("/result/tools").and_then(Value::as_array).unwrap();
    let name = |tool: &Value| tool.get("name").and_then(Value::as_str).unwrap().to_owned();
    tools.iter().map(name).collect()
}

#[test]
fn tools_are_listed_and_called() {
    let folder = Folder::new();
    for isolation in [&[][..], &["--isolate"], &["--no-isolate"]] {
        let mut client =
            Client::connect(&folder, &[&["rules.json"], isolation].concat(), json!({}));
        assert_eq!(names(&mut client), ["add", "today", "fail", "forever", "echo"]);
        let answer = client.call("add", json!({ "a": 1, "b": "2" }));
        assert_eq!(answer["result"]["structuredContent"], json!({ "result": 3 }));
        let answer = client.call("fail", json!({ "why": "closed" }));
        assert_eq!(answer["result"]["isError"], true);
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("closed"));
        assert_eq!(client.call("helper", json!({}))["error"]["code"], -32602);
        let (status, rest) = client.close();
        assert!(status.success());
        assert_eq!(rest, Vec::<String>::new());
    }
}

#[test]
fn several_manifests_are_one_toolkit() {
    let folder = Folder::new();
    let script = "/// Doubles.\nfn double(n: int) -> int { n * 2 }";
    folder.write("more/rules.rhai", script);
    let manifest =
        r#"{ "schemaVersion": 1, "script": "rules.rhai", "exports": [{ "name": "double" }] }"#;
    folder.write("more/rules.json", manifest);
    let mut client = Client::connect(&folder, &["rules.json", "more/rules.json"], json!({}));
    assert_eq!(names(&mut client), ["add", "today", "fail", "forever", "echo", "double"]);
    assert_eq!(
        client.call("double", json!({ "n": 4 }))["result"]["structuredContent"]["result"],
        8
    );
}

#[test]
fn what_cannot_be_served_is_told_before_anything_is() {
    let folder = Folder::new();
    folder.write("other/rules.json", crate::folder::MANIFEST);
    folder.write("other/scripts/rules.rhai", SCRIPT);
    let twice = folder.run(&["serve", "rules.json", "other/rules.json"]).code(1).stdout_eq("");
    insta::assert_snapshot!(stderr(&twice), @"
    error: two tools are named `add`, in the collection `rules` (`add` of `scripts/rules.rhai`, by `rules.json`) and the collection `other/rules` (`add` of `scripts/rules.rhai`, by `rules.json`): rename one
    error: two tools are named `today`, in the collection `rules` (`today` of `scripts/rules.rhai`, by `rules.json`) and the collection `other/rules` (`today` of `scripts/rules.rhai`, by `rules.json`): rename one
    error: two tools are named `fail`, in the collection `rules` (`fail` of `scripts/rules.rhai`, by `rules.json`) and the collection `other/rules` (`fail` of `scripts/rules.rhai`, by `rules.json`): rename one
    error: two tools are named `forever`, in the collection `rules` (`forever` of `scripts/rules.rhai`, by `rules.json`) and the collection `other/rules` (`forever` of `scripts/rules.rhai`, by `rules.json`): rename one
    error: two tools are named `echo`, in the collection `rules` (`echo` of `scripts/rules.rhai`, by `rules.json`) and the collection `other/rules` (`echo` of `scripts/rules.rhai`, by `rules.json`): rename one
    ");
    folder.write("scripts/rules.rhai", SCRIPT.replace("a: int", "a: long"));
    let wrong = folder.run(&["serve", "rules.json"]).code(1).stdout_eq("");
    assert!(stderr(&wrong).contains("there is no type `long`"), "{}", stderr(&wrong));
}

#[test]
fn standard_output_is_for_the_client_whatever_scripts_print() {
    let folder = Folder::new();
    let script = format!(
        "{SCRIPT}\n/// Prints.\nfn say(text: string) -> int {{ print(text); debug(text); 1 }}"
    );
    folder.write("scripts/rules.rhai", script);
    let manifest = crate::folder::MANIFEST.replace(r#"{ "name": "echo" }"#, r#"{ "name": "say" }"#);
    folder.write("rules.json", manifest);
    for isolation in ["--isolate", "--no-isolate"] {
        let words = ["rules.json", "--log", "debug", isolation];
        let mut client = Client::connect(&folder, &words, json!({}));
        client.call("say", json!({ "text": "{\"jsonrpc\":\"2.0\"}\nhello" }));
        client.log("hello");
        let (_, rest) = client.close();
        assert_eq!(rest, Vec::<String>::new(), "{isolation}");
    }
}

#[test]
fn the_log_is_for_a_person_or_a_program() {
    let folder = Folder::new();
    let script = SCRIPT.replace("{ a + b }", "{ print(`${a} and ${b}`); a + b }");
    folder.write("scripts/rules.rhai", script);
    let words = ["rules.json", "--log-format", "json"];
    let mut client = Client::connect(&folder, &words, json!({}));
    client.call("add", json!({ "a": 1, "b": 2 }));
    let line: Value = serde_json::from_str(&client.log("1 and 2")).unwrap();
    assert_eq!(
        (&line["level"], &line["message"], &line["target"]),
        (&json!("INFO"), &json!("1 and 2"), &json!("rulebook::script")),
    );
    for words in [["rules.json", "--log", "off"], ["rules.json", "--log", "warn"]] {
        let mut client = Client::connect(&folder, &words, json!({}));
        client.call("add", json!({ "a": 1, "b": 2 }));
        client.close();
        assert_eq!(client.err.iter().collect::<Vec<_>>(), Vec::<String>::new(), "{words:?}");
    }
}

/// Even while a call runs that would never end, and its worker is busy.
#[cfg(target_os = "linux")]
#[test]
fn the_end_of_input_ends_the_command_and_its_workers_within_a_second() {
    use crate::processes::{children_of, lives};

    let folder = Folder::new();
    for isolation in ["--isolate", "--no-isolate"] {
        let mut client = Client::connect(&folder, &["rules.json", isolation], json!({}));
        client.call("today", json!({}));
        client.ask("tools/call", json!({ "name": "forever", "arguments": {} }));
        let workers = children_of(client.command.id());
        let begun = Instant::now();
        assert!(client.close().0.success());
        wait_for("the workers are gone", || workers.iter().all(|it| !lives(*it)).then_some(()));
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

#[test]
fn a_signal_ends_the_command() {
    let folder = Folder::new();
    for signal in [Signal::TERM, Signal::INT, Signal::QUIT] {
        let mut client = Client::connect(&folder, &["rules.json"], json!({}));
        kill_process(Pid::from_child(&client.command), signal).unwrap();
        let status = wait_for("the command ends", || client.command.try_wait().unwrap());
        assert_eq!(status.code(), Some(0), "{signal:?}");
    }
}

#[test]
fn garbage_is_no_end_and_no_storm() {
    let folder = Folder::new();
    let mut client = Client::connect(&folder, &["rules.json"], json!({}));
    for number in 0..1_000 {
        client.send(["", "garbage", "{", "[1, 2", "\u{0}\u{1}", "null x"][number % 6]);
    }
    assert_eq!(client.call("today", json!({}))["result"]["structuredContent"]["result"], "Monday");
    let (status, rest) = client.close();
    assert!(status.success());
    assert_eq!(rest, Vec::<String>::new());
}

/// A line of the log is one that a person can read: what was said, and by which tool.
#[test]
fn what_a_script_prints_is_a_short_line() {
    let folder = Folder::new();
    let script = SCRIPT.replace("{ a + b }", "{ print(`${a} and ${b}`); a + b }");
    folder.write("scripts/rules.rhai", script);
    let mut client = Client::connect(&folder, &["rules.json"], json!({}));
    client.call("add", json!({ "a": 1, "b": 2 }));
    let line = client.log("1 and 2");
    let (_, text) = line.split_once('Z').unwrap();
    assert_eq!(
        text,
        "  INFO tools/call{tool=\"add\"}:execute_tool{tool=\"add\"}: rulebook::script: 1 and 2"
    );
}

/// What scripts keep is gone with each call where there are no sessions, which whoever
/// wrote them has to hear of.
#[test]
fn state_that_is_forgotten_is_told_once() {
    let folder = Folder::new();
    let count = "/// Counts.\nfn count(state: session) -> int {
        if !(\"n\" in state) { state.n = 0; }
        state.n += 1;
        state.n
    }";
    folder.write("scripts/rules.rhai", format!("{SCRIPT}\n{count}"));
    let manifest =
        crate::folder::MANIFEST.replace(r#"{ "name": "echo" }"#, r#"{ "name": "count" }"#);
    folder.write("rules.json", manifest);
    let mut client = Client::start(&folder, &["rules.json", "--log", "warn"]);
    let about = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for tool in ["count", "count", "today"] {
        let call = json!({ "name": tool, "arguments": {}, "_meta": about });
        let answer = client.request("tools/call", call);
        let expected = if tool == "count" { json!(1) } else { json!("Monday") };
        assert_eq!(answer["result"]["structuredContent"], expected);
    }
    client.close();
    let told: Vec<_> = client.err.iter().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("has no sessions") && told[0].contains("count"), "{told:?}");
}

#[test]
fn a_store_that_is_not_there_is_told() {
    let folder = Folder::new();
    let ended = folder.run(&["serve", "rules.json", "--store", "settings.json"]).code(1);
    assert_eq!(stderr(&ended), "error: the file `settings.json` does not exist\n");
}
