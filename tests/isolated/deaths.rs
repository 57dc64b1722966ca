//! A worker that dies, stops or does not start, at every stage.

use std::time::{Duration, Instant};

use rulebook::{ErrorCode, Isolation, Limits, ToolSet, WorkerOptions};
use rustix::process::Signal;
use serde_json::{Value, json};

use super::trouble;
use super::trouble::{LONG, call, load, options, signal, slow_while};
use crate::support::FolderOf;
use crate::support::alone;
use crate::support::worker::worker;

const SCRIPT: &str = "
    fn ok() -> int { 1 }
    fn id() -> int { process() }
    fn dies() -> int { die() }
    fn forever() -> int { loop {} }
    fn blocked() -> int { block() }
    fn cries() -> int { cry(100000) }
    fn lies(words: string) -> int { lie_and_end(words) }
    fn throws(depth: int) -> int { let a = []; for i in 1..depth { a = [a]; } throw a }
    fn same(values: array) -> array { values }
    fn deep(depth: int) -> array { let a = []; for i in 1..depth { a = [a]; } a }
";
const NAMES: [&str; 10] =
    ["ok", "id", "dies", "forever", "blocked", "cries", "lies", "throws", "same", "deep"];

fn two_scripts(first: &str, second: &str) -> FolderOf<true> {
    let manifest = json!({
        "schemaVersion": 1,
        "exports": [
            { "name": "one", "description": "One.", "script": "one.rhai" },
            { "name": "two", "description": "Two.", "script": "two.rhai" },
        ],
    });
    FolderOf::<true>::new()
        .file("rules.json", manifest.to_string())
        .file("one.rhai", format!("fn one() -> int {{ 1 }}\nfn dies() -> int {{ die() }}\n{first}"))
        .file(
            "two.rhai",
            format!("fn two() -> int {{ if true {{ die() }} else {{ 2 }} }}\n{second}"),
        )
}

#[tokio::test]
async fn a_script_whose_start_kills_the_worker_is_no_problem_of_the_next() {
    for (first, says) in [
        ("die();", "error[startup_failed]: the worker process died: it aborted (signal 6)"),
        (
            "block();",
            "error[startup_timed_out]: the start-up statements did not end within the time for a call",
        ),
    ] {
        for (second, also) in [("let a = 1;", ""), ("throw `no`;", "no")] {
            let folder = two_scripts(first, second);
            let options = options().timeout(Duration::from_secs(2));
            let error = options.load(folder.path("rules.json")).await.unwrap_err();
            let problems: Vec<_> = error.diagnostics().iter().map(ToString::to_string).collect();
            assert_eq!(problems.len(), 1 + usize::from(!also.is_empty()), "{problems:#?}");
            assert!(problems[0].contains(says), "{problems:#?}");
            assert!(problems.last().unwrap().contains(also), "{problems:#?}");
        }
    }
}

#[tokio::test]
async fn a_worker_started_anew_has_the_operations_that_the_first_had() {
    let busy = "let n = 0; while n < 2000 { n += 1; }";
    let folder = two_scripts(busy, busy);
    let mut limits = Limits::default();
    limits.operations = 15_000;
    let tools = options().limits(limits).load(folder.path("rules.json")).await.unwrap();
    assert_eq!(call(&tools, "one").await.unwrap(), 1);
    call(&tools, "two").await.unwrap_err();
    assert_eq!(call(&tools, "one").await.unwrap(), 1);
}

#[tokio::test]
async fn a_worker_killed_while_idle_costs_no_call() {
    let tools = load(SCRIPT, &NAMES, options()).await;
    for _ in 0..5 {
        let id = call(&tools, "id").await.unwrap();
        signal(&id, Signal::KILL);
        super::trouble::wait_for("it is gone", || {
            !std::path::Path::new(&format!("/proc/{id}")).exists()
        });
        // What was heard of it may still be on its way.
        std::thread::yield_now();
        let next = call(&tools, "id").await;
        if let Err(error) = next {
            assert!(error.contains("killed from outside"), "{error}");
        }
        assert_ne!(call(&tools, "id").await.unwrap(), id);
    }
}

#[tokio::test]
async fn a_worker_that_was_stopped_is_replaced_at_the_deadline() {
    let tools = load(SCRIPT, &NAMES, options().timeout(Duration::from_millis(700))).await;
    let id = call(&tools, "id").await.unwrap();
    signal(&id, Signal::STOP);
    let start = Instant::now();
    let error = tools.call("same", json!({ "values": ["x".repeat(1_000_000)] })).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::TimedOut);
    assert!(start.elapsed() < Duration::from_secs(5));
    let start = Instant::now();
    while call(&tools, "ok").await.is_err() {
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    assert_ne!(call(&tools, "id").await.unwrap(), id);
}

#[tokio::test]
async fn a_program_that_is_slow_to_start_anew_costs_no_threads() {
    let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
    let slow = folder.path("slow");
    let mut limits = Limits::default();
    limits.abandoned_threads = 0;
    let options = options().limits(limits).timeout(Duration::from_millis(300));
    let options = options.worker(slow_while(&slow).start_time(LONG));
    let tools = options.load(folder.path("rules.json")).await.unwrap();
    let folder = folder.file("slow", "");
    call(&tools, "dies").await.unwrap_err();
    // Longer than threads are waited for.
    for _ in 0..8 {
        let error = tools.call("ok", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut, "{error}");
    }
    std::fs::remove_file(folder.path("slow")).unwrap();
    let start = Instant::now();
    while let Err(error) = tools.call("ok", json!({})).await {
        assert_eq!(error.code, ErrorCode::TimedOut, "{error}");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[tokio::test]
async fn a_start_up_slower_than_a_call_ends_at_last() {
    let folder = FolderOf::<true>::new();
    let file = folder.path("slow");
    let script = format!("{SCRIPT}\nwhile exists(`{}`) {{ }}", file.display());
    let folder = FolderOf::<true>::with_rules(&script, &NAMES);
    let options = options().timeout(Duration::from_millis(300));
    let tools = options.load(folder.path("rules.json")).await.unwrap();
    std::fs::write(&file, "").unwrap();
    call(&tools, "dies").await.unwrap_err();
    for _ in 0..3 {
        let error = tools.call("ok", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut, "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    let start = Instant::now();
    while let Err(error) = tools.call("ok", json!({})).await {
        assert_eq!(error.code, ErrorCode::TimedOut, "{error}");
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[tokio::test]
async fn a_start_up_that_fails_the_second_time_says_why() {
    let folder = FolderOf::<true>::new();
    let file = folder.path("fails");
    let script = format!("{SCRIPT}\nif exists(`{}`) {{ throw `no more` }}", file.display());
    let folder = FolderOf::<true>::with_rules(&script, &NAMES);
    let tools = options().load(folder.path("rules.json")).await.unwrap();
    std::fs::write(&file, "").unwrap();
    call(&tools, "dies").await.unwrap_err();
    for _ in 0..3 {
        let error = tools.call("ok", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unavailable, "{error}");
        assert!(error.message.contains("no more"), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(call(&tools, "ok").await.unwrap(), 1);
}

#[tokio::test]
async fn what_a_worker_says_is_not_taken_for_how_it_ended() {
    let tools = load(SCRIPT, &NAMES, options()).await;
    for words in [
        "memory allocation of 5 bytes failed",
        "thread 'main' has overflowed its stack",
        "the worker could not start: never",
    ] {
        let error = tools.call("lies", json!({ "words": words })).await.unwrap_err();
        assert_eq!(error.message, "the worker process died: it ended with exit status 3");
    }
}

#[tokio::test]
async fn whatever_a_worker_cries_the_next_call_works() {
    let tools = load(SCRIPT, &NAMES, options()).await;
    assert_eq!(call(&tools, "cries").await.unwrap(), 1);
    assert_eq!(call(&tools, "ok").await.unwrap(), 1);
}

#[tokio::test]
async fn a_program_that_closes_its_output_or_does_nothing_is_told_apart() {
    let folder = FolderOf::<true>::with_rules("fn f() -> int { 1 }", &["f"]);
    let no_answer = "the worker process did not answer: `rulebook::start_worker_if_asked` has to \
                     stand at the top of its `main`";
    for (program, says) in [
        ("exec 1>&-; exec /bin/sleep 1000", no_answer),
        ("exec 1>&- 2>&-; exec /bin/sleep 1000", no_answer),
        ("exec /bin/sleep 1000", no_answer),
        ("exec /bin/cat", no_answer),
        ("exec /bin/cat /dev/zero", no_answer),
        ("exec /bin/cat /dev/zero >&2", no_answer),
        (
            "exit 7",
            "the worker process died: it ended with exit status 7 before it was one: \
             `rulebook::start_worker_if_asked` has to be the first line of its `main`",
        ),
        ("kill -TERM $$", "the worker process died: it was ended by signal 15"),
    ] {
        let worker = WorkerOptions::default().program("/bin/sh").arguments(["-c", program]);
        let worker = worker.start_time(Duration::from_millis(800));
        let options = ToolSet::options().isolation(Isolation::Process).worker(worker);
        let error = options.load(folder.path("rules.json")).await.unwrap_err();
        assert_eq!(error.to_string(), format!("error[load_failed]: {says}"), "{program}");
    }
}

fn nested(depth: usize) -> Value {
    (1..depth).fold(json!([]), |value, _| json!([value]))
}

#[test]
fn values_as_deep_as_can_be_make_the_way_on_ordinary_stacks() {
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut limits = Limits::default();
            limits.value_depth = 512;
            let tools = load(SCRIPT, &NAMES, options().limits(limits)).await;
            let values = nested(511);
            let same = tools.call("same", json!({ "values": values })).await.unwrap();
            assert_eq!(same, values);
            assert_eq!(tools.call("deep", json!({ "depth": 512 })).await.unwrap(), nested(512));
            let error = tools.call("throws", json!({ "depth": 512 })).await.unwrap_err();
            assert_eq!(error.code, ErrorCode::ScriptFailed, "{error}");
            assert_eq!(error.thrown.as_deref(), Some(&nested(512)));
            let error = tools.call("deep", json!({ "depth": 513 })).await.unwrap_err();
            assert_eq!(error.code, ErrorCode::LimitExceeded, "{error}");
            let error = tools.call("same", json!({ "values": nested(512) })).await.unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidArguments, "{error}");
        });
    };
    std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(run).unwrap().join().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_callers_that_give_up_and_workers_that_are_killed() {
    let tools = load(SCRIPT, &NAMES, options().timeout(Duration::from_secs(3))).await;
    let callers = (0..200_u64).map(|caller| {
        let tools = tools.clone();
        tokio::spawn(async move {
            for round in 0..5 {
                let chance = (caller * 7919 + round * 104_729) % 97;
                let name = ["ok", "same", "dies", "forever", "id"][match chance {
                    0 => 2,
                    1..=3 => 3,
                    4..=10 => 4,
                    11..=40 => 1,
                    _ => 0,
                }];
                let arguments =
                    json!({ "values": [caller, round, "x".repeat(chance as usize * 100)] });
                let sent = if name == "same" { arguments.clone() } else { json!({}) };
                let wait = Duration::from_millis(if chance < 20 { chance * 3 + 1 } else { 60_000 });
                let answer = tokio::time::timeout(wait, tools.call(name, sent)).await;
                match (name, answer) {
                    (_, Err(_)) => {}
                    ("ok", Ok(Ok(value))) => assert_eq!(value, 1),
                    ("same", Ok(Ok(value))) => assert_eq!(value, arguments["values"]),
                    ("id", Ok(Ok(id))) if chance == 5 => signal(&id, Signal::KILL),
                    ("id", Ok(Ok(id))) if chance == 6 => signal(&id, Signal::STOP),
                    ("id", Ok(Ok(_))) => {}
                    (_, Ok(Ok(value))) => panic!("{name}: {value}"),
                    (_, Ok(Err(error))) => assert!(
                        matches!(error.code, ErrorCode::Unavailable | ErrorCode::TimedOut),
                        "{name}: {error}"
                    ),
                }
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
    // One may still be stopped.
    let _ = call(&tools, "ok").await;
    assert_eq!(call(&tools, "ok").await.unwrap(), 1);
}

#[tokio::test]
async fn a_program_without_the_hook_starts_no_others() {
    let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
    let options = options().worker(worker("isolated::trouble::without_a_hook"));
    let error = options.load(folder.path("rules.json")).await.unwrap_err().to_string();
    let says = "error[load_failed]: the worker process died: it could not start: \
                `rulebook::start_worker_if_asked` has to stand at the top of its `main`";
    assert_eq!(error, says);
}

#[tokio::test]
async fn too_little_memory_is_told_and_huge_values_are_refused() {
    let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
    let little = worker("isolated::trouble::as_worker").memory(1);
    let error = options().worker(little).load(folder.path("rules.json")).await.unwrap_err();
    // Which of them depends on the size of the program.
    let memory = ["its memory is too little", "it used up its 64 MiB of memory"];
    assert!(memory.iter().any(|says| error.to_string().contains(says)), "{error}");
    let worker = worker("isolated::trouble::as_worker").memory(320 << 20);
    let tools = load(SCRIPT, &NAMES, options().worker(worker)).await;
    assert_eq!(
        tools.call("same", json!({ "values": nested(128 - 1) })).await.unwrap(),
        nested(127)
    );
    assert!(tools.warnings().is_empty());
    let values = json!(["x".repeat(100_000_000)]);
    let error = tools.call("same", json!({ "values": values })).await.unwrap_err();
    assert_eq!(error.message, "the argument `values` has more than 4194304 bytes of text");
    assert_eq!(call(&tools, "ok").await.unwrap(), 1);
}

#[test]
fn a_worker_may_be_killed_at_any_time() {
    let test = "isolated::deaths::a_worker_may_be_killed_at_any_time";
    alone::run(test, killed_at_any_time);
}

fn killed_at_any_time() {
    let done = std::sync::atomic::AtomicBool::new(false);
    let ended = |error: &str| {
        let known = ["the worker process died: it was killed from outside (signal 9)"];
        assert!(known.iter().any(|known| error.contains(known)), "{error}");
    };
    let mut worked = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut pause = 1;
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                pause = (pause * 7919 + 13) % 60_000;
                std::thread::park_timeout(Duration::from_micros(pause));
                for child in trouble::children() {
                    signal(&child.into(), Signal::KILL);
                }
            }
        });
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            for _ in 0..60 {
                let folder = FolderOf::<true>::with_rules(SCRIPT, &NAMES);
                let tools = match options().load(folder.path("rules.json")).await {
                    Ok(tools) => tools,
                    Err(error) => {
                        ended(&error.to_string());
                        continue;
                    }
                };
                for name in ["ok", "ok", "deep", "ok", "same"] {
                    let sent = match name {
                        "deep" => json!({ "depth": 100 }),
                        "same" => json!({ "values": ["x".repeat(300_000)] }),
                        _ => json!({}),
                    };
                    match tools.call(name, sent).await {
                        Ok(_) => worked += 1,
                        Err(error) => ended(&error.to_string()),
                    }
                }
            }
        });
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    trouble::wait_for("no child is left", || trouble::children().is_empty());
    assert!(worked > 0);
}
