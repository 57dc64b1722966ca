//! Files that scripts import, at their start and in their functions.

use std::fs;

use super::support::{Folder, Followed, folder, pass, replace, save, version};

fn rate(number: usize) -> String {
    format!("fn rate() {{ {number} }}\n")
}

/// A script that imports when it starts, and one that does when it is called.
const IMPORTERS: [&str; 2] = [
    "import \"rate\" as rate;\nfn version() -> int { rate::rate() }\n",
    "fn version() -> int { import \"rate\" as rate; rate::rate() }\n",
];

fn importer(script: &str) -> Folder {
    folder().file("rules.rhai", script).file("rate.rhai", rate(1))
}

#[tokio::test]
async fn only_what_is_imported_edited() {
    for script in IMPORTERS {
        let folder = importer(script);
        let mut rules = Followed::of(&folder).await;
        assert_eq!(rules.version().await, 1);
        for number in 2..4 {
            save(folder.path("rate.rhai"), rate(number));
            rules.serves(number).await;
        }
        save(folder.path("rate.rhai"), "");
        pass(120).await;
        save(folder.path("rate.rhai"), rate(4));
        rules.serves(4).await;
        replace(folder.path("rate.rhai"), rate(5));
        rules.serves(5).await;
    }
}

#[tokio::test]
async fn what_is_imported_deleted_and_brought_back() {
    for script in IMPORTERS {
        let folder = importer(script);
        let mut rules = Followed::of(&folder).await;
        assert_eq!(rules.version().await, 1);
        let caller = rules.caller();
        for _ in 0..2 {
            fs::remove_file(folder.path("rate.rhai")).unwrap();
            rules.tells(&["lost rate.rhai"]).await;
            let failed = rules.failed().await;
            let problem = &failed.error.diagnostics()[0];
            assert_eq!(problem.code().as_str(), "import_failed", "{problem}");
            assert_eq!(rules.version().await, 1);
            save(folder.path("rate.rhai"), rate(1));
            rules.tells(&["found rate.rhai", "loaded"]).await;
            rules.at_rest().await;
        }
        save(folder.path("rate.rhai"), rate(2));
        rules.serves(2).await;
        assert_eq!(caller.seen().await, [1, 2]);
    }
}

#[tokio::test]
async fn what_is_imported_broken_and_mended() {
    for script in IMPORTERS {
        let folder = importer(script);
        let mut rules = Followed::of(&folder).await;
        assert_eq!(rules.version().await, 1);
        save(folder.path("rate.rhai"), "fn rate() { 2 ");
        let failed = rules.failed().await;
        assert_eq!(failed.error.diagnostics()[0].file(), Some("rate.rhai"));
        assert_eq!(rules.version().await, 1);
        save(folder.path("rate.rhai"), rate(2));
        rules.serves(2).await;
    }
}

#[tokio::test]
async fn what_no_call_has_imported_yet_may_be_broken_or_gone() {
    let folder = importer(IMPORTERS[1]);
    let mut rules = Followed::of(&folder).await;
    save(folder.path("rate.rhai"), "fn rate() {");
    rules.loaded().await;
    fs::remove_file(folder.path("rate.rhai")).unwrap();
    rules.tells(&["lost rate.rhai", "loaded"]).await;
    assert!(rules.set.call("version", serde_json::json!({})).await.is_err());
    save(folder.path("rate.rhai"), rate(2));
    rules.tells(&["found rate.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
}

#[tokio::test]
async fn what_is_not_imported_any_more_is_not_followed() {
    let folder = importer(IMPORTERS[1]);
    let mut rules = Followed::of(&folder).await;
    assert_eq!(rules.version().await, 1);
    save(folder.path("rules.rhai"), version(2));
    rules.serves(2).await;
    save(folder.path("rate.rhai"), "fn rate() {");
    rules.at_rest().await;
    fs::remove_file(folder.path("rate.rhai")).unwrap();
    rules.nothing_more().await;
    save(folder.path("rules.rhai"), version(3));
    rules.serves(3).await;
}

#[tokio::test]
async fn a_script_and_what_it_imports_saved_together() {
    let folder = importer(IMPORTERS[0]);
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    // By itself, neither loads with the other's old text.
    save(folder.path("rate.rhai"), "fn new_rate() { 2 }");
    save(folder.path("rules.rhai"), IMPORTERS[0].replace("::rate()", "::new_rate()"));
    rules.serves(2).await;
    assert_eq!(caller.seen().await, [1, 2]);
}
