//! Calls that do not come back, and the threads that take over.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::Folder;
use rulebook::{ErrorCode, LoadOptions, ToolSet};

const LIMIT: Duration = Duration::from_millis(100);

/// Something that holds threads up until it is opened.
#[derive(Default)]
struct Gate(Mutex<bool>, Condvar);

impl Gate {
    fn pass(&self) {
        let closed = self.1.wait_while(self.0.lock().unwrap(), |open| !*open);
        drop(closed.unwrap());
    }

    fn open(&self) {
        *self.0.lock().unwrap() = true;
        self.1.notify_all();
    }
}

impl Drop for Opens {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// Opens a gate at the end of a test, however it ends.
struct Opens(Arc<Gate>);

fn blocking(gate: &Arc<Gate>) -> LoadOptions {
    let gate = Arc::clone(gate);
    ToolSet::options().timeout(LIMIT).host_functions(move |engine| {
        let gate = Arc::clone(&gate);
        engine.register_fn("block", move || gate.pass());
    })
}

#[tokio::test]
async fn five_that_block_and_five_that_loop_end_alike_and_the_next_call_works() {
    let gate = Opens(Arc::default());
    let script = "fn block_it() -> () { block() } fn loops() -> () { loop {} }
        fn ok() -> int { 1 }";
    let folder = Folder::with_rules(script, &["block_it", "loops", "ok"]);
    let tools = folder.load_with(blocking(&gate.0)).await.unwrap();
    for name in ["block_it", "loops"] {
        for number in 0..5 {
            let start = Instant::now();
            let error = tools.call(name, json!({})).await.unwrap_err();
            let took = start.elapsed();
            assert_eq!(error.code, ErrorCode::TimedOut, "{name} {number}");
            // 50 ms more are promised; a machine that others keep busy may take longer.
            assert!(took >= LIMIT && took < LIMIT * 10, "{name} {number}: {took:?}");
        }
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1, "{name}");
    }
}

#[tokio::test]
async fn a_thread_that_takes_over_neither_compiles_nor_starts_again() {
    let gate = Opens(Arc::default());
    let (engines, starts) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (made, started) = (Arc::clone(&engines), Arc::clone(&starts));
    let options = blocking(&gate.0).host_functions(move |engine| {
        made.fetch_add(1, Ordering::SeqCst);
        let started = Arc::clone(&started);
        engine.register_fn("started", move || started.fetch_add(1, Ordering::SeqCst) as i64);
    });
    let script = "import \"more\" as more;
        started();
        const TABLE = [1, 2, 3];
        fn block_it() -> () { block() }
        fn ok() -> int { TABLE.len() + more::one() }";
    let folder = Folder::with_rules(script, &["block_it", "ok"])
        .file("more.rhai", "started(); fn one() { 1 }");
    let tools = folder.load_with(options).await.unwrap();
    // With the files gone, nothing can be compiled again.
    std::fs::remove_file(folder.path("more.rhai")).unwrap();
    std::fs::remove_file(folder.path("rules.rhai")).unwrap();
    for _ in 0..4 {
        let error = tools.call("block_it", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut);
        assert_eq!(tools.call("ok", json!({})).await.unwrap(), 4);
    }
    assert_eq!((engines.load(Ordering::SeqCst), starts.load(Ordering::SeqCst)), (1, 2));
    assert_eq!(tools.generation(), 1);
}

#[tokio::test]
async fn with_too_many_that_block_calls_fail_at_once_until_they_come_back() {
    let gate = Opens(Arc::default());
    let mut limits = rulebook::Limits::default();
    limits.abandoned_threads = 1;
    let script = "fn block_it() -> () { block() } fn ok() -> int { 1 }";
    let folder = Folder::with_rules(script, &["block_it", "ok"]);
    let tools = folder.load_with(blocking(&gate.0).limits(limits)).await.unwrap();
    for _ in 0..2 {
        let error = tools.call("block_it", json!({})).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::TimedOut);
    }
    let start = Instant::now();
    let error = tools.call("ok", json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unavailable);
    assert_eq!(
        error.message,
        "functions hold up all threads that there may be: try again when some have come back"
    );
    assert!(start.elapsed() < LIMIT * 10);
    gate.0.open();
    while tools.call("ok", json!({})).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_stops_its_script_and_frees_its_place() {
    let (runs, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let (count, end) = (Arc::clone(&runs), Arc::clone(&ended));
    let options = ToolSet::options().host_functions(move |engine| {
        let (count, end) = (Arc::clone(&count), Arc::clone(&end));
        engine.register_fn("turn", move || {
            count.fetch_add(1, Ordering::SeqCst);
            assert!(!end.load(Ordering::SeqCst));
        });
    });
    let script = "fn turns() -> () { loop { turn(); } } fn ok() -> int { 1 }";
    let tools = Folder::with_rules(script, &["turns", "ok"]).load_with(options).await.unwrap();
    let call = tokio::spawn({
        let tools = tools.clone();
        async move { tools.call("turns", json!({})).await }
    });
    while runs.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let start = Instant::now();
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    // The next call begins when the one before has stopped.
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
    assert!(start.elapsed() < Duration::from_secs(1));
    ended.store(true, Ordering::SeqCst);
    let turns = runs.load(Ordering::SeqCst);
    assert_eq!(tools.call("ok", json!({})).await.unwrap(), 1);
    assert_eq!(runs.load(Ordering::SeqCst), turns);
}
