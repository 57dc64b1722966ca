//! A worker that makes trouble, and a tool set whose scripts ask it to.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rulebook::{Isolation, LoadOptions, ToolSet, WorkerOptions, rhai};
use serde_json::{Value, json};

use crate::support::FolderOf;
use crate::support::worker::worker;

pub(super) const LONG: Duration = Duration::from_secs(60);

/// What the scripts here can call.
fn functions(engine: &mut rhai::Engine) {
    engine.register_fn("process", || i64::from(std::process::id()));
    engine.register_fn("die", || -> i64 { std::process::abort() });
    engine.register_fn("block", || -> i64 {
        loop {
            std::thread::park();
        }
    });
    // Holds whatever it is given open, and outlives the call.
    engine.register_fn("start_another", || {
        #[expect(clippy::zombie_processes, reason = "it is to outlive the worker")]
        let child = Command::new("/bin/sleep").arg("1000").spawn().expect("a process");
        i64::from(child.id())
    });
    engine.register_fn("cry", |lines: i64| {
        let line = "x".repeat(1000);
        for _ in 0..lines {
            cry(&line);
        }
        1_i64
    });
    engine.register_fn("lie_and_end", |words: &str| -> i64 {
        cry(words);
        std::process::exit(3);
    });
    engine.register_fn("exists", |path: &str| Path::new(path).exists());
}

#[expect(clippy::print_stderr, reason = "what a host's function may do")]
fn cry(line: &str) {
    eprintln!("{line}");
}

#[test]
fn as_worker() {
    // Does not come to the hook while a file is there.
    let mut words = std::env::args().skip_while(|word| word != "--skip").skip(1);
    if let Some(file) = words.next() {
        while Path::new(&file).exists() {
            std::thread::park_timeout(Duration::from_millis(10));
        }
    }
    rulebook::start_worker_if_asked(functions);
}

/// A program that loads a tool set, and has no hook.
#[tokio::test]
async fn without_a_hook() {
    if std::env::args().next_back().is_some_and(|word| word.starts_with("rulebook-worker")) {
        let folder = FolderOf::<true>::with_rules("fn f() -> int { 1 }", &["f"]);
        // Ends here.
        let _ = options().load(folder.path("rules.json")).await;
        std::process::exit(77);
    }
}

/// The worker's program, which is slow to start while a file is there.
pub(super) fn slow_while(file: &Path) -> WorkerOptions {
    let words = ["isolated::trouble::as_worker", "--exact", "--nocapture", "--skip"];
    let words = words.map(Into::into).into_iter().chain([file.as_os_str().to_owned()]);
    WorkerOptions::default().arguments(words)
}

/// How the tool sets here are loaded.
pub(super) fn options() -> LoadOptions {
    let options = ToolSet::options().timeout(LONG).host_functions(functions);
    options.isolation(Isolation::Process).worker(worker("isolated::trouble::as_worker"))
}

/// Loads a script with options, and exports functions of it.
pub(super) async fn load(script: &str, names: &[&str], options: LoadOptions) -> ToolSet {
    let folder = FolderOf::<true>::with_rules(script, names);
    options.load(folder.path("rules.json")).await.expect("a script that loads")
}

/// Calls a tool without arguments.
pub(super) async fn call(tools: &ToolSet, name: &str) -> Result<Value, String> {
    tools.call(name, json!({})).await.map_err(|error| error.to_string())
}

/// Sends a signal to a process.
pub(super) fn signal(process: &Value, signal: rustix::process::Signal) {
    let process = i32::try_from(process.as_i64().expect("a process")).expect("a process");
    let process = rustix::process::Pid::from_raw(process).expect("a process");
    let _ = rustix::process::kill_process(process, signal);
}

/// Whether a process is there, and not only its last status.
pub(super) fn lives(process: &Value) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let state = status.rsplit(')').next().unwrap_or_default().trim_start();
    !state.is_empty() && !state.starts_with('Z')
}

/// Waits for something that another thread or process does.
pub(super) fn wait_for(what: &str, mut look: impl FnMut() -> bool) {
    let start = std::time::Instant::now();
    while !look() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::yield_now();
    }
}

/// The children of this process.
pub(super) fn children() -> Vec<i64> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("a folder").filter_map(Result::ok);
    let of = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("children"));
    let text: String = tasks.filter_map(|task| of(task).ok()).collect();
    text.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}
