//! The first load, and one that `reload` asks for, served what they had read also
//! when the files had changed meanwhile: parts of two states together, and of the
//! first load that stayed until the files were looked at without being told.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rulebook::{LoadOptions, ToolSet};
use serde_json::json;

use crate::reload::support::{Folder, Followed, LONG, save};

/// A script whose start-up statements save it and its part when they are told to.
fn script(number: i64) -> String {
    format!(
        "saved();\nimport \"part\" as part;\n\
         fn version() -> array<int> {{ [{number}, part::number()] }}\n"
    )
}

fn part(number: i64) -> String {
    format!("fn number() {{ {number} }}")
}

/// Options with a function that saves both files once, as 3, when it is armed.
fn options(folder: &Folder, armed: &Arc<AtomicBool>) -> LoadOptions {
    let (armed, files) = (Arc::clone(armed), ["rules.rhai", "part.rhai"].map(|it| folder.path(it)));
    ToolSet::options().host_functions(move |engine| {
        let (armed, [rules, part_of_it]): (_, [PathBuf; 2]) = (Arc::clone(&armed), files.clone());
        engine.register_fn("saved", move || {
            if armed.swap(false, Ordering::SeqCst) {
                save(rules.clone(), script(3));
                save(part_of_it.clone(), part(3));
            }
        });
    })
}

#[tokio::test]
async fn the_first_load_is_of_one_state() {
    let folder = Folder::with_rules(&script(1), &["version"]).file("part.rhai", part(1));
    let live = options(&folder, &Arc::new(AtomicBool::new(true))).live().poll(LONG);
    let rules = Followed::new(live.load(folder.path("rules.json")).await.unwrap());
    assert_eq!(rules.version().await, json!([3, 3]));
    assert_eq!(rules.set.current().unwrap().generation(), 1);
}

#[tokio::test]
async fn reload_is_of_one_state() {
    let folder = Folder::with_rules(&script(1), &["version"]).file("part.rhai", part(1));
    let armed = Arc::new(AtomicBool::new(false));
    // Nothing but `reload` has the files looked at.
    let live = options(&folder, &armed).live().poll(LONG);
    let live = live.quiet_time(LONG).longest_wait(LONG);
    let mut rules = Followed::new(live.load(folder.path("rules.json")).await.unwrap());
    armed.store(true, Ordering::SeqCst);
    save(folder.path("rules.rhai"), script(2));
    save(folder.path("part.rhai"), part(2));
    assert_eq!(rules.set.reload().await.unwrap(), 2);
    rules.serves(json!([3, 3])).await;
}
