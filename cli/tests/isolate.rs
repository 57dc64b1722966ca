//! `--isolate`: scripts in a process of their own, which ends with the command.

use std::fs;
use std::process::Stdio;

use crate::folder::Folder;
use crate::processes::{children_of, lives, wait_for};

#[test]
fn results_and_errors_are_the_same() {
    let folder = Folder::new();
    for words in [
        &["call", "rules.json", "add", r#"{"a": 1, "b": 2}"#][..],
        &["call", "rules.json", "add", r#"{"a": 1, "b": "x"}"#],
        &["call", "rules.json", "fail", r#"{"why": "no"}"#],
        &["call", "rules.json", "fail", r#"{"why": "no"}"#, "--format", "json"],
        &["call", "rules.json", "nothing"],
        &["call", "rules.json", "forever", "--timeout", "100ms"],
        &["check", "rules.json"],
        &["list", "rules.json", "--format", "json"],
    ] {
        let plain = folder.run(words);
        let isolated = folder.run(&[words, &["--isolate"]].concat());
        assert_eq!(isolated.get_output(), plain.get_output(), "{words:?}");
    }
    folder.write("scripts/rules.rhai", "fn add(a: int) -> long { a }\nloop {}");
    let plain = folder.run(&["check", "rules.json"]);
    assert_eq!(folder.run(&["check", "rules.json", "--isolate"]).get_output(), plain.get_output());
}

#[test]
fn the_worker_ends_when_the_command_is_killed() {
    let folder = Folder::new();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["call", "rules.json", "forever", "--isolate"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let worker = wait_for("a worker is started", || children_of(command.id()).pop());
    let serves = || {
        let words = fs::read(format!("/proc/{worker}/cmdline")).ok()?;
        words.ends_with(b"\0rulebook-worker\0").then_some(())
    };
    wait_for("the worker serves", serves);
    assert!(lives(worker));
    command.kill().unwrap();
    command.wait().unwrap();
    wait_for("the worker is gone", || (!lives(worker)).then_some(()));
}

#[test]
fn no_worker_outlives_a_command_that_ends() {
    let folder = Folder::new();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["call", "rules.json", "forever", "--isolate", "--timeout", "500ms"])
        .current_dir(folder.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let worker = wait_for("a worker is started", || children_of(command.id()).pop());
    assert_eq!(command.wait().unwrap().code(), Some(1));
    wait_for("the worker is gone", || (!lives(worker)).then_some(()));
}
