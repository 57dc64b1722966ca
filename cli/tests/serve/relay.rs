//! Servers whose tools are relayed. One of them is this command itself, with other rules.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::client::{Client, command};
use super::names;
use crate::folder::{Folder, stderr};
use crate::processes::{children_of, lives, wait_for};

const DESK: &str = r#"/// Adds up.
fn add(a: int, b: int) -> int { a + b + 1000 }

/// Pays back.
fn pay(cents: int) -> int { cents }

/// Never ends.
fn wait() -> int { loop { } }
"#;

const MANIFEST: &str = r#"{
  "schemaVersion": 1,
  "script": "desk.rhai",
  "instructions": ["Ask the desk."],
  "exports": [
    { "name": "add", "kind": "read" },
    { "name": "pay", "kind": "edit" },
    { "name": "wait", "kind": "read" }
  ]
}
"#;

/// A folder with rules, and with others for a server.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("desk/desk.rhai", DESK);
    folder.write("desk/desk.json", MANIFEST);
    folder
}

/// The word for a server of the other rules.
fn desk() -> String {
    format!("desk={} serve desk/desk.json --no-isolate", env!("CARGO_BIN_EXE_rulebook"))
}

fn config(folder: &Folder, servers: &Value) {
    folder.write("mcp.json", json!({ "mcpServers": servers }).to_string());
}

#[test]
fn tools_of_a_server_stand_beside_those_of_a_manifest() {
    let folder = folder();
    let words = ["rules.json", "--mcp", &desk(), "--mcp-prefix", "desk"];
    let mut client = Client::connect(&folder, &words, json!({}));
    assert_eq!(
        names(&mut client),
        ["add", "today", "fail", "forever", "echo", "desk_add", "desk_pay", "desk_wait"]
    );
    for (tool, sum) in [("add", 3), ("desk_add", 1003)] {
        let answer = client.call(tool, json!({ "a": 1, "b": 2 }));
        assert_eq!(answer["result"]["structuredContent"], json!({ "result": sum }), "{tool}");
    }
    let answer = client.call("desk_add", json!({ "a": 1.5 }));
    assert_eq!(answer["result"]["isError"], true);
    let (status, rest) = client.close();
    assert!(status.success());
    assert_eq!(rest, Vec::<String>::new());
}

#[test]
fn servers_of_a_file_need_no_manifest() {
    let folder = folder();
    let rulebook = env!("CARGO_BIN_EXE_rulebook");
    let servers = json!({
        "first": { "command": rulebook, "args": ["serve", "desk.json"], "cwd": "desk" },
        "off": { "disabled": true, "command": "nothing" },
        "second": { "type": "stdio", "command": "${RULEBOOK}", "args": ["serve", "rules.json"] },
    });
    config(&folder, &servers);
    let words = ["--mcp-config", "mcp.json", "--mcp-prefix", "first=1_"];
    let mut command = command(&folder, &words);
    command.env("RULEBOOK", rulebook);
    let mut client = Client::connect_to(command, json!({}));
    client.log("the server `off` is turned off in `mcp.json`");
    assert_eq!(
        names(&mut client),
        ["1_add", "1_pay", "1_wait", "add", "today", "fail", "forever", "echo"]
    );
    client.close();
}

/// What ends a command before it serves.
fn ends(folder: &Folder, words: &[&str]) -> String {
    let ended = folder.run(&[&["serve"], words].concat()).stdout_eq("");
    stderr(&ended).replace(env!("CARGO_BIN_EXE_rulebook"), "RULEBOOK")
}

#[test]
fn words_that_do_not_fit_are_told_before_anything_is_started() {
    let folder = folder();
    let missing = "a=/does/not/exist";
    let told = |words: &[&str]| ends(&folder, words);
    insta::assert_snapshot!(told(&[]), @"
    error: the following required arguments were not provided:
      <MANIFEST>...

    Usage: rulebook serve <MANIFEST>...

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(told(&["--mcp", "files"]), @"
    error: invalid value 'files' for '--mcp <NAME=COMMAND>': the name is missing; write a name, `=` and a command, as in `files=mcp-server-files /srv/files`

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(told(&["--mcp", missing, "--mcp", "a=b"]), @"error: two servers are named `a`, in `--mcp` and in `--mcp`: rename one");
    insta::assert_snapshot!(told(&["--mcp", missing, "--mcp-prefix", "b", "--mcp-untrusted", "c"]), @"
    error: `--mcp-prefix`: no server is named `b`; there are `a`
    error: `--mcp-untrusted`: no server is named `c`; there are `a`
    ");
    insta::assert_snapshot!(told(&["--mcp", "files=b", "--mcp-prefix", "file"]), @"error: `--mcp-prefix`: no server is named `file`; did you mean `files`");
    insta::assert_snapshot!(told(&["--mcp", missing, "--mcp-prefix", "a", "--mcp-prefix", "a=b"]), @"error: `--mcp-prefix`: `a` has two prefixes; keep one");
    insta::assert_snapshot!(told(&["rules.json", "--mcp-untrusted", "a"]), @"error: `--mcp-untrusted`: no server is named `a`; give one with `--mcp` or `--mcp-config`");
    insta::assert_snapshot!(told(&["--mcp-config", "gone.json"]), @"error: the file `gone.json` does not exist");
    insta::assert_snapshot!(told(&["--mcp", missing, "--mcp-env", "RULEBOOK_IS_NOT_SET"]), @"
    error: invalid value 'RULEBOOK_IS_NOT_SET' for '--mcp-env <VARIABLE[=VALUE]>': the variable is not set here; set it, or give its value, as in `RULEBOOK_IS_NOT_SET=VALUE`

    For more information, try '--help'.
    ");
    folder.write(
        "mcp.json",
        "{\n  \"mcpServers\": {\n    \"a\": { \"cmd\": \"b\" },\n    \"b\": {}\n  }\n}",
    );
    insta::assert_snapshot!(told(&["--mcp-config", "mcp.json"]), @"
    error: mcp.json:3:12: `cmd` is not read; write `command`
    error: mcp.json:4:5: write `command`, or `url` where the server runs elsewhere
    ");
    config(&folder, &json!({ "a": { "command": "b" } }));
    insta::assert_snapshot!(told(&["--mcp", missing, "--mcp-config", "mcp.json"]), @"error: two servers are named `a`, in `--mcp` and in `mcp.json:1`: rename one");
    insta::assert_snapshot!(told(&["--mcp-config", "mcp.json", "--mcp-config", "mcp.json"]), @"error: two servers are named `a`, in `mcp.json:1` and in `mcp.json:1`: rename one");
    config(&folder, &json!({ "a": { "command": "b", "disabled": true } }));
    insta::assert_snapshot!(told(&["--mcp-config", "mcp.json", "--log", "warn"]), @"error: nothing is left to serve: give a manifest, or a server that is not turned off");
}

#[test]
fn names_that_clash_are_told_with_what_to_write() {
    let folder = folder();
    let told = |words: &[&str]| ends(&folder, words);
    insta::assert_snapshot!(told(&["rules.json", "--mcp", &desk()]), @"error: two tools are named `add`, in the collection `rules` (`add` of `scripts/rules.rhai`, by `rules.json`) and the collection `desk`: rename one; `--mcp-prefix desk` renames all of `desk`");
    let again = desk().replace("desk=", "again=");
    insta::assert_snapshot!(told(&["--mcp", &desk(), "--mcp", &again]), @"
    error: two tools are named `add`, in the collection `desk` and the collection `again`: rename one; `--mcp-prefix again` renames all of `again`
    error: two tools are named `pay`, in the collection `desk` and the collection `again`: rename one; `--mcp-prefix again` renames all of `again`
    error: two tools are named `wait`, in the collection `desk` and the collection `again`: rename one; `--mcp-prefix again` renames all of `again`
    ");
    let again = desk().replace("desk=", "rules=");
    insta::assert_snapshot!(told(&["rules.json", "--mcp", &again, "--mcp-prefix", "rules"]), @"error: a manifest and a server are both named `rules`: name the server otherwise, in `--mcp` or in its file");
}

/// Even while a call runs that would never end.
#[test]
fn the_end_of_input_ends_the_servers_within_a_second() {
    let folder = folder();
    for isolation in ["--isolate", "--no-isolate"] {
        let server = desk().replace("--no-isolate", isolation);
        let mut client = Client::connect(&folder, &["--mcp", &server], json!({}));
        client.call("add", json!({ "a": 1, "b": 2 }));
        client.ask("tools/call", json!({ "name": "wait", "arguments": {} }));
        let started = all_below(client.command.id());
        assert!(!started.is_empty());
        let begun = Instant::now();
        assert!(client.close().0.success());
        wait_for("the servers are gone", || started.iter().all(|it| !lives(*it)).then_some(()));
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    }
}

/// A server that is slow to start is waited for, and not any longer than the command runs.
#[test]
fn a_signal_ends_servers_that_are_starting() {
    let folder = folder();
    let mut client = Client::start(&folder, &["--mcp", "slow=sleep 1000"]);
    let started = wait_for("the server is started", || {
        let started = all_below(client.command.id());
        (!started.is_empty()).then_some(started)
    });
    kill_process(Pid::from_child(&client.command), Signal::TERM).unwrap();
    let status = wait_for("the command ends", || client.command.try_wait().unwrap());
    assert_eq!(status.code(), Some(0));
    wait_for("the server is gone", || started.iter().all(|it| !lives(*it)).then_some(()));
}

/// The processes that a process started, and those that they started.
fn all_below(process: u32) -> Vec<u32> {
    let children = children_of(process);
    let more: Vec<_> = children.iter().flat_map(|child| all_below(*child)).collect();
    [children, more].concat()
}
