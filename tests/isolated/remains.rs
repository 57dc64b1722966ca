//! What is left when a worker is gone: nothing.

use std::fs::{read_dir, read_to_string};
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::{Value, json};

use super::trouble;
use super::trouble::{call, children, lives, load, options, wait_for};
use crate::support::alone;

const SCRIPT: &str = "
    fn ok() -> int { 1 }
    fn dies() -> int { die() }
    fn id() -> int { process() }
    fn other() -> int { start_another() }
    fn forever() -> int { loop {} }
    fn blocked() -> int { block() }
    fn many() -> array { let a = []; a.pad(99000, #{}); a }
    fn long() -> string { let s = ``; s.pad(4000000, '\\x01'); s }
    fn bomb() -> array { let a = []; loop { a.push(`${a.len()}`.to_blob()); a[0].pad(4000000, 0); } a }
    fn large(values: array) -> int { values.len() }
";
const NAMES: [&str; 10] =
    ["ok", "dies", "id", "other", "forever", "blocked", "many", "long", "bomb", "large"];

#[tokio::test]
async fn what_a_worker_started_ends_with_it() {
    let tools = load(SCRIPT, &NAMES, options()).await;
    let first = call(&tools, "other").await.unwrap();
    assert!(lives(&first));
    call(&tools, "dies").await.unwrap_err();
    wait_for("the first is gone", || !lives(&first));
    let (id, second) = (call(&tools, "id").await.unwrap(), call(&tools, "other").await.unwrap());
    assert!(lives(&second));
    drop(tools);
    wait_for("the second is gone", || !lives(&second) && !lives(&id));
}

#[test]
fn nothing_is_left_of_workers() {
    let test = "isolated::remains::nothing_is_left_of_workers";
    alone::run(test, || alone::block_on(many_come_and_go()));
}

/// Threads of the library, open files, and children of this process.
fn held() -> (usize, usize, usize) {
    let entries = |folder: &str| read_dir(folder).unwrap().filter_map(Result::ok);
    let name = |task: &std::fs::DirEntry| read_to_string(task.path().join("comm"));
    let ours = |task: &std::fs::DirEntry| name(task).is_ok_and(|name| name.starts_with("rulebook"));
    (
        entries("/proc/self/task").filter(ours).count(),
        entries("/proc/self/fd").count(),
        children().len(),
    )
}

async fn many_come_and_go() {
    drop(load(SCRIPT, &NAMES, options()).await);
    wait_for("the first is gone", || held().0 == 0 && held().2 == 0);
    let before = held();
    for round in 0..30 {
        let options =
            options().timeout(Duration::from_millis(if round % 3 == 0 { 500 } else { 60_000 }));
        let tools = load(SCRIPT, &NAMES, options).await;
        match round % 6 {
            0 => drop(call(&tools, "blocked").await),
            1 => drop(call(&tools, "dies").await),
            2 => drop(call(&tools, "other").await),
            3 => drop(call(&tools, "forever").await),
            4 => {
                let given_up = tools.call("blocked", json!({}));
                let _ = tokio::time::timeout(Duration::from_millis(20), given_up).await;
            }
            _ => drop(call(&tools, "ok").await),
        }
    }
    wait_for("all are gone", || held() == before);
}

#[test]
fn memory_of_workers_is_not_the_parents() {
    let test = "isolated::remains::memory_of_workers_is_not_the_parents";
    alone::run(test, || alone::block_on(bombs_everywhere()));
}

/// The most memory that this process ever had, in MiB.
fn peak() -> u64 {
    let status = read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

async fn bombs_everywhere() {
    let tools = load(SCRIPT, &NAMES, options().timeout(trouble::LONG)).await;
    for name in ["many", "long", "bomb"] {
        for _ in 0..3 {
            let answer = call(&tools, name).await;
            assert_eq!(answer.is_ok(), name != "bomb", "{name}");
            if let Err(error) = answer {
                let expected =
                    "limit_exceeded unavailable: the worker process died: it used up its 512 MiB";
                assert!(
                    error.contains("memory") || error.contains("limit_exceeded"),
                    "{error} {expected}"
                );
            }
        }
        assert!(peak() < 200, "{name}: {} MiB", peak());
    }
}

#[test]
fn nothing_outlives_a_parent_that_is_killed() {
    if let Some(how) = alone::told() {
        return alone::block_on(a_parent(how));
    }
    for how in ["killed", "aborts", "exits"] {
        let test = "isolated::remains::nothing_outlives_a_parent_that_is_killed";
        let mut command = alone::command(test, how);
        let mut parent = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(parent.stdout.take().unwrap()).lines();
        let mut started = lines.map(Result::unwrap).skip_while(|line| line != "started").skip(1);
        let started =
            [(); 2].map(|()| Value::from(started.next().unwrap().parse::<u32>().unwrap()));
        if how == "killed" {
            parent.kill().unwrap();
        }
        parent.wait().unwrap();
        wait_for("all are gone", || started.iter().all(|process| !lives(process)));
    }
}

/// What the parent does, which does not come to its end.
#[expect(clippy::print_stdout, reason = "another process reads it")]
async fn a_parent(how: String) {
    let tools = load(SCRIPT, &NAMES, options()).await;
    let (id, other) = (call(&tools, "id").await.unwrap(), call(&tools, "other").await.unwrap());
    let calling = tools.call("forever", json!({}));
    let _ = tokio::time::timeout(Duration::from_millis(10), calling).await;
    println!("\nstarted\n{id}\n{other}");
    match how.as_str() {
        "aborts" => std::process::abort(),
        "exits" => std::process::exit(0),
        _ => drop(call(&tools, "forever").await),
    }
}
