//! `--isolate`: scripts in a process of their own, which ends with the command.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::folder::Folder;

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

/// Waits for something that another process does.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::yield_now();
    }
}

/// The process that a process started.
fn child_of(parent: &Child) -> Option<u32> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.id())).ok()?;
    let children = tasks.filter_map(|task| {
        fs::read_to_string(task.ok()?.path().join("children")).ok()?.trim().parse().ok()
    });
    children.last()
}

/// Whether a process is there, and not only its last status.
fn lives(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().unwrap_or_default().trim_start();
    !state.is_empty() && !state.starts_with('Z')
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
    let worker = wait_for("a worker is started", || child_of(&command));
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
    let worker = wait_for("a worker is started", || child_of(&command));
    assert_eq!(command.wait().unwrap().code(), Some(1));
    wait_for("the worker is gone", || (!lives(worker)).then_some(()));
}
