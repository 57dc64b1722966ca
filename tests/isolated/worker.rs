//! The worker process itself: what it is given, how it dies, what comes after.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::FolderOf;
use crate::support::worker::{host_functions, worker};
use rulebook::{ErrorCode, Isolation, LoadOptions, ToolSet, WorkerOptions};

const SCRIPT: &str = "
    fn ok() -> int { 1 }
    fn forever() -> int { loop {} }
    fn blocked() -> int { block(); 1 }
    fn id() -> int { process() }
    fn memory() -> int { take_all_memory(); 1 }
    fn stack() -> int { take_all_stack() }
    fn exits() -> int { leave(3); 1 }
    fn aborts() -> int { give_up(); 1 }
    fn surroundings() -> array<string> { [environment(), open_files(), limits()] }
    fn noise() -> string { shout(); shout(); listen() }
    fn same(values: array) -> array { values }
";

const NAMES: [&str; 11] = [
    "ok",
    "forever",
    "blocked",
    "id",
    "memory",
    "stack",
    "exits",
    "aborts",
    "surroundings",
    "noise",
    "same",
];

const LONG: Duration = Duration::from_secs(60);

async fn tools(timeout: Duration) -> ToolSet {
    let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
    folder.load_with_host(ToolSet::options().timeout(timeout)).await.unwrap()
}

#[tokio::test]
async fn a_worker_that_dies_is_one_failed_call_that_says_why() {
    let tools = tools(LONG).await;
    for (name, why) in [
        ("memory", "it used up its 512 MiB of memory"),
        ("stack", "it used up its stack"),
        ("exits", "it ended with exit status 3"),
        ("aborts", "it aborted (signal 6)"),
    ] {
        let before = tools.call("id", json!({})).await.unwrap();
        let error = tools.call(name, json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{name}: {error}");
        assert_eq!(error.message, format!("the worker process died: {why}"));
        assert_ne!(tools.call("id", json!({})).await.unwrap(), before, "{name}");
    }
}

#[tokio::test]
async fn a_worker_killed_from_outside_is_replaced() {
    let tools = tools(LONG).await;
    let kill = |id: &Value| {
        let id = rustix::process::Pid::from_raw(id.as_i64().unwrap().try_into().unwrap()).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    };
    let id = tools.call("id", json!({})).await.unwrap();
    let (call, ()) = tokio::join!(tools.call("forever", json!({})), async { kill(&id) });
    let error = call.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    assert_eq!(error.message, "the worker process died: it was killed from outside (signal 9)");
    let next = tools.call("id", json!({})).await.unwrap();
    assert_ne!(next, id);
    // That one was idle is noticed by the next call, if not before.
    kill(&next);
    let _ = tools.call("ok", json!({})).await;
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
}

#[tokio::test]
async fn a_function_that_blocks_costs_the_worker() {
    let tools = tools(Duration::from_secs(2)).await;
    let mut before = tools.call("id", json!({})).await.unwrap();
    for _ in 0..2 {
        let error = tools.call("blocked", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut);
        let after = tools.call("id", json!({})).await.unwrap();
        assert_ne!(before, after);
        before = after;
        let error = tools.call("forever", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut);
        // A machine that is busy may be too slow for a worker to say that it ended.
        before = tools.call("id", json!({})).await.unwrap_or(before);
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_does_not_go_on() {
    let tools = tools(LONG).await;
    for name in ["forever", "blocked"] {
        let begun = tokio::time::timeout(Duration::from_millis(50), tools.call(name, json!({})));
        assert!(begun.await.is_err());
        let start = Instant::now();
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
        assert!(start.elapsed() < Duration::from_secs(10), "{name}");
    }
}

#[tokio::test]
async fn a_worker_has_no_environment_no_files_but_its_pipes_and_its_limits() {
    let inherited = tempfile::tempfile().unwrap();
    rustix::io::fcntl_setfd(&inherited, rustix::io::FdFlags::empty()).unwrap();
    let tools = tools(LONG).await;
    let found = tools.call("surroundings", json!({})).await.unwrap();
    assert_eq!(found[0], "0");
    let files: Vec<_> = found[1].as_str().unwrap().split_whitespace().collect();
    let pipes = files.iter().filter(|file| file.starts_with("pipe:")).count();
    // All but the folder that is being listed.
    assert_eq!(pipes, files.len() - 1, "{files:?}");
    let limits = found[2].as_str().unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line.trim_start_matches(name).split_whitespace().take(2).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max address space"), ["536870912", "536870912"]);
    assert_eq!(limit("Max core file size"), ["0", "0"]);
}

#[tokio::test]
async fn what_a_host_function_prints_and_reads_does_not_touch_the_pipes() {
    let tools = tools(LONG).await;
    assert_eq!(tools.call("noise", json!({})).await.unwrap(), "");
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
}

#[tokio::test]
async fn memory_is_an_option() {
    let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
    let worker = worker("support::worker::with_host_functions").memory(320 * 1024 * 1024);
    let options = ToolSet::options().host_functions(host_functions);
    let options = options.isolation(Isolation::Process).worker(worker);
    let tools = options.load(folder.path("rules.json")).await.unwrap();
    let error = tools.call("memory", json!({})).await.unwrap_err();
    assert_eq!(error.message, "the worker process died: it used up its 320 MiB of memory");
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
}

#[tokio::test]
async fn a_worker_started_anew_runs_what_was_loaded() {
    let script = "import \"tax\" as tax; const N = 1;
        fn n() -> int { N + tax::rate() }
        fn later() -> int { import \"more\" as more; more::n() }
        fn exits() -> int { leave(3); 1 }";
    let folder = FolderOf::<true>::with_rules(script, &["n", "later", "exits"])
        .file("tax.rhai", "fn rate() { 19 }")
        .file("more.rhai", "fn n() { 1 }");
    let tools = folder.load_with_host(ToolSet::options()).await.unwrap();
    let hash = tools.hash().to_owned();
    assert_eq!(tools.call("n", json!({})).await.unwrap(), 20);
    assert_eq!(tools.call("later", json!({})).await.unwrap(), 1);
    let folder = folder
        .file("rules.rhai", "not a script")
        .file("tax.rhai", "fn rate() { 7 }")
        .file("more.rhai", "fn n() { 2 }");
    assert!(tools.call("exits", json!({})).await.is_err());
    assert_eq!(tools.call("n", json!({})).await.unwrap(), 20);
    assert_eq!(tools.call("later", json!({})).await.unwrap(), 1);
    assert_eq!(tools.hash(), hash);
    drop(folder);
}

#[tokio::test]
async fn values_at_every_limit_make_the_way_there_and_back() {
    let tools = tools(LONG).await;
    let mut deep = json!([]);
    for _ in 0..125 {
        deep = json!([deep]);
    }
    for values in [
        json!([i64::MAX, i64::MIN, 0.1, -0.0, 1e308, 5e-324, true, null, "", "\u{0}\u{10ffff}"]),
        json!((0..50_000).collect::<Vec<_>>()),
        json!(["x".repeat(3_000_000)]),
        json!([{ "b": 1, "a": [{ "d": {}, "c": [] }] }]),
        deep,
    ] {
        assert_eq!(tools.call("same", json!({ "values": values })).await.unwrap(), values);
    }
}

#[tokio::test]
async fn a_program_that_is_no_worker_says_what_to_do() {
    let folder = FolderOf::<true>::with_rules("fn f() -> int { 1 }", &["f"]);
    let hook = "`rulebook::start_worker_if_asked` has to stand at the top of its `main`";
    for (program, says) in [
        ("/bin/true", format!("the worker process did not answer: {hook}")),
        ("/usr/bin/yes", format!("the worker process did not answer: {hook}")),
        (
            "/nowhere",
            "the worker process could not be started: no such file or directory".to_owned(),
        ),
    ] {
        let worker = WorkerOptions::default().program(program);
        let worker = worker.start_time(Duration::from_millis(300));
        let options = ToolSet::options().isolation(Isolation::Process).worker(worker);
        let error = options.load(folder.path("rules.json")).await.unwrap_err();
        assert_eq!(error.to_string(), format!("error[load_failed]: {says}"));
    }
}

#[tokio::test]
async fn other_functions_in_the_worker_are_refused() {
    let folder = FolderOf::<true>::with_rules("fn f() -> int { 1 }", &["f"]);
    let load = |options: LoadOptions, test| {
        let options = options.isolation(Isolation::Process).worker(worker(test));
        let path = folder.path("rules.json");
        async move { options.load(path).await.unwrap_err().to_string() }
    };
    assert_eq!(
        load(ToolSet::options().host_functions(host_functions), "support::worker::plain").await,
        "error[load_failed]: the worker process lacks the host function `block() -> i64`; help: give \
         `start_worker_if_asked` the functions that the tool set is loaded with"
    );
    assert_eq!(
        load(ToolSet::options(), "support::worker::with_host_functions").await,
        "error[load_failed]: the worker process has the host function `block() -> i64`, which the tool \
         set has not; help: load the tool set with the functions that `start_worker_if_asked` was \
         given"
    );
}
