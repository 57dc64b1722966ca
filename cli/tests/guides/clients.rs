//! Configurations of clients in the guides start servers that answer.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::blocks::{self, blocks};

/// Where the guides have the rules, which are those of this repository.
const SHOP: &str = "/home/ada/shop";

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

#[test]
fn configurations_of_clients_start_servers_that_answer() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut by_pipe, mut by_http) = (0, 0);
    for path in blocks::guides(repository).unwrap() {
        let guide = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let is_client = |mark: &String| mark == "client";
        for block in blocks(&guide).iter().filter(|block| block.marks.iter().any(is_client)) {
            let config: Value = serde_json::from_str(&block.text).unwrap();
            let servers = config.get("mcpServers").or_else(|| config.get("servers")).unwrap();
            for (name, server) in servers.as_object().unwrap() {
                match server.get("url") {
                    Some(url) => {
                        assert!(url.as_str().unwrap().ends_with("/mcp"), "{name}");
                        by_http += 1;
                    }
                    None => {
                        starts(repository, server);
                        by_pipe += 1;
                    }
                }
            }
        }
    }
    assert!(by_pipe >= 4 && by_http >= 3, "{by_pipe} and {by_http} were found");
}

/// A file of servers is read, and they are started; in place of those that are not ours,
/// one of ours.
#[test]
fn files_of_servers_start_servers_that_are_relayed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let rulebook = env!("CARGO_BIN_EXE_rulebook");
    let (folder, mut found) = (tempfile::tempdir().unwrap(), 0);
    for path in blocks::guides(repository).unwrap() {
        let guide = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let is_servers = |mark: &String| mark == "servers";
        for block in blocks(&guide).iter().filter(|block| block.marks.iter().any(is_servers)) {
            let mut config: Value = serde_json::from_str(&block.text).unwrap();
            let mut words = vec!["--mcp-config".to_owned(), "mcp.json".to_owned()];
            for (name, server) in config["mcpServers"].as_object_mut().unwrap() {
                words.extend(["--mcp-prefix".to_owned(), name.clone()]);
                if server.get("url").is_some() {
                    server["disabled"] = true.into();
                } else {
                    server["command"] = rulebook.into();
                    let args = server["args"].as_array_mut().unwrap();
                    let manifest = repository.join("manifests/returns.json");
                    args.splice(.., ["serve".into(), manifest.to_str().unwrap().into()]);
                    args.extend(["--root".into(), repository.to_str().unwrap().into()]);
                }
            }
            fs::write(folder.path().join("mcp.json"), config.to_string()).unwrap();
            answers(Command::new(rulebook).arg("serve").args(words).current_dir(folder.path()));
            found += 1;
        }
    }
    assert!(found >= 1, "{found} were found");
}

fn starts(repository: &Path, server: &Value) {
    assert_eq!(server.get("command"), Some(&Value::from("rulebook")));
    let words = server.get("args").and_then(Value::as_array).unwrap();
    let words =
        words.iter().map(|word| word.as_str().unwrap().replace(SHOP, repository.to_str().unwrap()));
    let known = std::env::var_os("PATH").unwrap_or_default();
    let rulebook = Path::new(env!("CARGO_BIN_EXE_rulebook"));
    let paths = [rulebook.parent().unwrap().to_owned()];
    let paths = paths.into_iter().chain(std::env::split_paths(&known));
    let paths = std::env::join_paths(paths).unwrap();
    answers(Command::new(rulebook).args(words).current_dir("/").env("PATH", paths));
}

/// Holds a command to begin as a server does.
fn answers(command: &mut Command) {
    let shown = format!("{command:?}");
    let mut command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    writeln!(command.stdin.take().unwrap(), "{HELLO}").unwrap();
    let output = command.wait_with_output().unwrap();
    assert!(output.status.success(), "{shown}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer.pointer("/result/protocolVersion"), Some(&"2025-11-25".into()), "{shown}");
}
