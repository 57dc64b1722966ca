//! A generation is freed when its last call ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rulebook::{LoadOptions, ToolSet, rhai};
use serde_json::json;

use super::in_flight::{Gate, gated};
use super::support::{Folder, Followed, LONG, save};

/// A value of the host that a script keeps; tells its number when it is freed.
struct Kept {
    number: usize,
    freed: Mutex<Sender<usize>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        // At the end of a test nobody listens.
        let _ = self.freed.lock().map(|freed| freed.send(self.number));
    }
}

#[derive(Clone)]
struct Handle(#[expect(dead_code, reason = "kept, and not looked at")] Arc<Kept>);

/// Adds `keep()`, whose values are numbered from 1, and tells which are freed.
fn keeping(options: LoadOptions) -> (LoadOptions, Receiver<usize>) {
    let (sender, freed) = channel();
    let (sender, numbers) = (Mutex::new(sender), Arc::new(AtomicUsize::new(1)));
    let sender = Arc::new(sender);
    let options = options.host_functions(move |engine: &mut rhai::Engine| {
        let (sender, numbers) = (Arc::clone(&sender), Arc::clone(&numbers));
        engine.register_type_with_name::<Handle>("Handle");
        engine.register_fn("keep", move || {
            let number = numbers.fetch_add(1, Ordering::SeqCst);
            let freed = Mutex::new(sender.lock().unwrap().clone());
            Handle(Arc::new(Kept { number, freed }))
        });
    });
    (options, freed)
}

fn script(number: usize) -> String {
    format!(
        "const KEPT = keep();
         fn version() -> int {{ let kept = KEPT; {number} }}
         fn held() -> int {{ let kept = KEPT; pass(); {number} }}\n"
    )
}

fn none_freed(freed: &Receiver<usize>) {
    let more = freed.recv_timeout(Duration::ZERO);
    assert!(more.is_err(), "{more:?}");
}

#[tokio::test]
async fn when_the_next_one_serves() {
    let folder = Folder::with_rules(&script(1), &["version", "held"]);
    let gate = Gate::opened();
    let (options, freed) = keeping(gated(ToolSet::options(), &gate));
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    for number in 2..6 {
        none_freed(&freed);
        save(folder.path("rules.rhai"), script(number));
        rules.serves(number).await;
        assert_eq!(freed.recv_timeout(LONG), Ok(number - 1));
    }
    // One that does not come to serve goes at once.
    save(folder.path("rules.rhai"), script(6) + "throw \"no\";");
    rules.failed().await;
    assert_eq!(freed.recv_timeout(LONG), Ok(6));
    none_freed(&freed);
    drop(rules);
    assert_eq!(freed.recv_timeout(LONG), Ok(5));
}

#[tokio::test]
async fn not_before_its_last_call_ends() {
    let folder = Folder::with_rules(&script(1), &["version", "held"]);
    let gate = Gate::closed();
    let (options, freed) = keeping(gated(ToolSet::options(), &gate));
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    let set = rules.set.clone();
    let held = tokio::spawn(async move { set.call("held", json!({})).await });
    gate.reached().await;
    for number in 2..4 {
        save(folder.path("rules.rhai"), script(number));
        rules.loaded().await;
    }
    // The one in between had no call.
    assert_eq!(freed.recv_timeout(LONG), Ok(2));
    none_freed(&freed);
    gate.open();
    assert_eq!(held.await.unwrap().unwrap(), 1);
    assert_eq!(freed.recv_timeout(LONG), Ok(1));
    assert_eq!(rules.version().await, 3);
    none_freed(&freed);
}

#[tokio::test]
async fn not_while_somebody_has_it() {
    let folder = Folder::with_rules(&script(1), &["version", "held"]);
    let gate = Gate::opened();
    let (options, freed) = keeping(gated(ToolSet::options(), &gate));
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    let first = rules.set.current().unwrap();
    save(folder.path("rules.rhai"), script(2));
    rules.serves(2).await;
    assert_eq!(first.call("version", json!({})).await.unwrap(), 1);
    none_freed(&freed);
    drop(first);
    assert_eq!(freed.recv_timeout(LONG), Ok(1));
}

#[tokio::test]
async fn all_of_them_when_the_tool_set_is_gone() {
    let folder = Folder::with_rules(&script(1), &["version", "held"]);
    let gate = Gate::opened();
    let (options, freed) = keeping(gated(ToolSet::options(), &gate));
    let rules = Followed::with(options, &folder.path("rules.json")).await;
    // Gone in the middle of a load that would not end.
    save(folder.path("rules.rhai"), script(2) + "pass(); loop {}");
    gate.reached().await;
    drop(rules);
    let mut gone: Vec<_> = (0..2).map(|_| freed.recv_timeout(LONG).unwrap()).collect();
    gone.sort_unstable();
    assert_eq!(gone, [1, 2]);
    // The functions of the host as well.
    assert_eq!(freed.recv_timeout(LONG), Err(std::sync::mpsc::RecvTimeoutError::Disconnected));
}
