//! Tool sets that follow their files, with each generation in a process of its own.

use std::collections::BTreeSet;

use rustix::process::Signal;
use serde_json::{Value, json};

use super::trouble::{children, lives, options, signal, wait_for};
use crate::reload::support::{Followed, isolated as support, save};
use crate::support::FolderOf;

#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reload/saving/files.rs"]
mod files;
#[expect(clippy::duplicate_mod, reason = "the same tests, with another `support`")]
#[path = "../reload/saving/imports.rs"]
mod imports;

fn script(number: usize) -> String {
    format!("fn version() -> int {{ {number} }}\nfn id() -> int {{ process() }}\n")
}

async fn id(rules: &Followed) -> Value {
    rules.set.call("id", json!({})).await.unwrap()
}

#[tokio::test]
async fn the_process_of_a_generation_goes_with_it() {
    let folder = FolderOf::<true>::with_rules(&script(1), &["version", "id"]);
    let mut rules = Followed::with(options(), &folder.path("rules.json")).await;
    let mut before = id(&rules).await;
    for number in 2..5 {
        save(folder.path("rules.rhai"), script(number));
        rules.serves(number).await;
        let now = id(&rules).await;
        assert!(lives(&now) && now != before);
        wait_for("the one before is gone", || !lives(&before));
        before = now;
    }
    let kept = rules.set.current().unwrap();
    save(folder.path("rules.rhai"), script(5));
    rules.serves(5).await;
    assert!(lives(&before));
    assert_eq!(kept.call("version", json!({})).await.unwrap(), 4);
    drop(kept);
    wait_for("the one that was kept is gone", || !lives(&before));
    let last = id(&rules).await;
    drop(rules);
    wait_for("the last is gone", || !lives(&last));
}

#[tokio::test]
async fn a_process_that_was_killed_is_no_trouble_for_the_next_generation() {
    let folder = FolderOf::<true>::with_rules(&script(1), &["version", "id"]);
    let mut rules = Followed::with(options(), &folder.path("rules.json")).await;
    for number in 2..4 {
        signal(&id(&rules).await, Signal::KILL);
        save(folder.path("rules.rhai"), script(number));
        rules.serves(number).await;
    }
}

#[test]
fn loads_that_fail_leave_no_process() {
    let test = "isolated::reload::loads_that_fail_leave_no_process";
    crate::support::alone::run(test, || crate::support::alone::block_on(some_fail()));
}

async fn some_fail() {
    let folder = FolderOf::<true>::with_rules(&script(1), &["version", "id"]);
    let mut rules = Followed::with(options(), &folder.path("rules.json")).await;
    let serving = id(&rules).await;
    for broken in ["throw 1;", "fn (", "die();", "block();\nfn more() {}"] {
        save(folder.path("rules.rhai"), format!("{}{broken}", script(2)));
        if broken.starts_with("block") {
            // Its end is not waited for.
            wait_for("it starts", || children().len() > 1);
            save(folder.path("rules.rhai"), format!("{}throw 2;", script(2)));
        }
        rules.failed().await;
        let only = BTreeSet::from([serving.as_i64().unwrap()]);
        wait_for("they are gone", || children().into_iter().collect::<BTreeSet<_>>() == only);
    }
    assert_eq!(rules.version().await, 1);
}
