//! Calls that are under way, or wait, while the generation changes.

use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use rulebook::{ErrorCode, LoadOptions, ToolSet};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::support::{Folder, Followed, LONG, save};

/// Something that holds scripts up until it is opened.
pub(super) struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
    reached: Notify,
}

impl Gate {
    pub(super) fn opened() -> Arc<Self> {
        Self::new(true)
    }

    pub(super) fn closed() -> Arc<Self> {
        Self::new(false)
    }

    fn new(open: bool) -> Arc<Self> {
        let (open, opened, reached) = (Mutex::new(open), Condvar::new(), Notify::new());
        Arc::new(Self { open, opened, reached })
    }

    fn pass(&self) {
        self.reached.notify_one();
        let closed = self.opened.wait_timeout_while(self.open.lock().unwrap(), LONG, |open| !*open);
        drop(closed.unwrap());
    }

    /// Waits until a script has come to the gate.
    pub(super) async fn reached(&self) {
        tokio::time::timeout(LONG, self.reached.notified()).await.expect("a script at the gate");
    }

    pub(super) fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

/// Adds `pass()`, which waits at the gate.
pub(super) fn gated(options: LoadOptions, gate: &Arc<Gate>) -> LoadOptions {
    let gate = Arc::clone(gate);
    options.host_functions(move |engine| {
        let gate = Arc::clone(&gate);
        engine.register_fn("pass", move || gate.pass());
    })
}

fn script(number: usize) -> String {
    format!(
        "fn version() -> int {{ {number} }}
         fn held() -> int {{ pass(); {number} }}
         fn endless() -> int {{ started(); loop {{}} }}
         fn started() {{ pass() }}\n"
    )
}

fn folder() -> Folder {
    Folder::with_rules(&script(1), &["version", "held", "endless"])
}

#[tokio::test]
async fn a_call_ends_on_the_generation_that_it_began_on() {
    let (folder, gate) = (folder(), Gate::closed());
    let options = gated(ToolSet::options(), &gate);
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    let (set, answers) = (rules.set.clone(), Arc::new(Mutex::new(Vec::new())));
    // A call is submitted when it is first polled.
    let call = |name: &'static str| {
        let (set, answers) = (set.clone(), Arc::clone(&answers));
        Box::pin(async move {
            let answer = set.call(name, json!({})).await.unwrap();
            answers.lock().unwrap().push((name, answer));
        })
    };
    let mut calls = vec![call("held")];
    submit(&mut calls[0]).await;
    gate.reached().await;
    calls.push(call("version"));
    submit(&mut calls[1]).await;
    for number in 2..4 {
        save(folder.path("rules.rhai"), script(number));
        rules.loaded().await;
        calls.push(call("version"));
        submit(&mut calls[number]).await;
    }
    assert!(answers.lock().unwrap().is_empty());
    gate.open();
    let calls: Vec<_> = calls.into_iter().map(tokio::spawn).collect();
    for call in calls {
        call.await.unwrap();
    }
    let expected = [("held", 1), ("version", 1), ("version", 2), ("version", 3)];
    let expected = expected.map(|(name, version)| (name, Value::from(version)));
    let mut answers = answers.lock().unwrap().clone();
    // Who awaits first is told first; what was run when is another matter.
    answers.sort_by_key(|(_, version)| version.as_i64());
    assert_eq!(answers, expected);
}

async fn submit(call: &mut (impl Future<Output = ()> + Unpin)) {
    assert!(tokio::time::timeout(Duration::ZERO, call).await.is_err());
}

#[tokio::test]
async fn deadlines_hold_across_reloads() {
    const LIMIT: Duration = Duration::from_secs(2);
    let folder = folder();
    for endless in ["held", "endless"] {
        save(folder.path("rules.rhai"), script(1));
        let gate = if endless == "held" { Gate::closed() } else { Gate::opened() };
        let options = gated(ToolSet::options().timeout(LIMIT), &gate);
        let mut rules = Followed::with(options, &folder.path("rules.json")).await;
        let set = rules.set.clone();
        let start = Instant::now();
        let call = tokio::spawn(async move { set.call(endless, json!({})).await });
        gate.reached().await;
        let set = rules.set.clone();
        let mut waiting = pin!(set.call("version", json!({})));
        assert!(tokio::time::timeout(Duration::ZERO, &mut waiting).await.is_err());
        save(folder.path("rules.rhai"), script(2));
        let reloaded = set.reload().await.unwrap();
        assert_eq!(reloaded, 2);
        assert!(start.elapsed() < LIMIT, "a load has waited for a call");
        let error = call.await.unwrap().unwrap_err();
        let took = start.elapsed();
        assert_eq!(error.code, ErrorCode::TimedOut);
        assert!(took >= LIMIT && took < LIMIT * 5, "{took:?}");
        // What waited behind it either had time left, or had not.
        match waiting.await {
            Ok(version) => assert_eq!(version, 1),
            Err(error) => assert_eq!(error.code, ErrorCode::TimedOut),
        }
        rules.loaded().await;
        assert_eq!(rules.version().await, 2);
        gate.open();
    }
}
