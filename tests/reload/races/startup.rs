//! Rules whose start-up statements never end.

use std::time::{Duration, Instant};

use rulebook::ToolSet;

use super::in_flight::{Gate, gated};
use super::support::{Followed, folder, isolated, pass, save, version};

#[tokio::test]
async fn a_start_up_that_never_ends_is_given_up_for_what_is_saved_next() {
    let (folder, gate) = (folder(), Gate::opened());
    let options = gated(ToolSet::options(), &gate);
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    let caller = rules.caller();
    for number in 2..4 {
        save(folder.path("rules.rhai"), version(9) + "pass(); loop {}");
        gate.reached().await;
        assert_eq!(rules.version().await, number - 1);
        let saved = Instant::now();
        save(folder.path("rules.rhai"), version(number));
        rules.serves(number).await;
        let took = saved.elapsed();
        // It is given up after two seconds; the time for a start-up is two minutes.
        assert!(took < Duration::from_secs(15), "{took:?}");
    }
    assert_eq!(caller.seen().await, [1, 2, 3]);
}

#[tokio::test]
async fn so_it_is_in_a_process_of_its_own() {
    let folder = folder();
    let mut rules = isolated::Followed::of(&folder).await;
    let caller = rules.caller();
    save(folder.path("rules.rhai"), version(9) + "loop {}");
    // The save of somebody who sees the mistake a second later.
    pass(1000).await;
    save(folder.path("rules.rhai"), version(2));
    let saved = Instant::now();
    rules.serves(2).await;
    let took = saved.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
    assert_eq!(caller.seen().await, [1, 2]);
}

#[tokio::test]
async fn a_start_up_that_never_ends_is_told_when_nothing_else_comes() {
    let folder = folder();
    let options = ToolSet::options().timeout(Duration::from_secs(3));
    let mut rules = Followed::with(options, &folder.path("rules.json")).await;
    save(folder.path("rules.rhai"), version(9) + "loop {}");
    let failed = rules.failed().await;
    assert_eq!(failed.error.diagnostics()[0].code().as_str(), "startup_timed_out");
    assert_eq!(rules.version().await, 1);
    save(folder.path("rules.rhai"), version(2));
    rules.serves(2).await;
}
