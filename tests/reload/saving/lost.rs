//! What is gone, and what is there again, while other files come and go.

use std::fs;

use super::support::{Folder, Followed, fill, folder, manifest, pass, save, version};

#[tokio::test]
async fn a_file_that_no_load_comes_to_meanwhile_is_still_gone() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    save(folder.path("rules.json"), "{");
    rules.tells(&["failed"]).await;
    assert_eq!(rules.set.status().lost, ["rules.rhai"]);
    save(folder.path("rules.json"), manifest("rules.rhai"));
    rules.tells(&["failed"]).await;
    save(folder.path("rules.json"), "{");
    rules.tells(&["failed"]).await;
    // It is there again before a load comes to it.
    save(folder.path("rules.rhai"), version(2));
    save(folder.path("rules.json"), manifest("rules.rhai"));
    rules.tells(&["found rules.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
    assert!(rules.set.status().lost.is_empty());
}

#[tokio::test]
async fn a_file_is_still_gone_when_its_folder_was_away() {
    let top = Folder::new();
    fill(&top.path("rules"), 1);
    let mut rules = Followed::at(&top.path("rules/rules.json")).await;
    fs::remove_file(top.path("rules/rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    fs::rename(top.path("rules"), top.path("away")).unwrap();
    rules.tells(&["lost .", "failed"]).await;
    assert_eq!(rules.set.status().lost, [".", "rules.rhai"]);
    fs::rename(top.path("away"), top.path("rules")).unwrap();
    rules.tells(&["found .", "failed"]).await;
    assert_eq!(rules.set.status().lost, ["rules.rhai"]);
    save(top.path("rules/rules.rhai"), version(2));
    rules.tells(&["found rules.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
}

#[tokio::test]
async fn a_file_that_nothing_needs_any_more_is_not_found_again() {
    let folder = folder().file("other.rhai", version(2));
    let mut rules = Followed::of(&folder).await;
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    save(folder.path("rules.json"), manifest("other.rhai"));
    rules.serves(2).await;
    assert!(rules.set.status().lost.is_empty());
}

#[tokio::test]
async fn a_manifest_and_a_script_gone_at_once() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    fs::remove_file(folder.path("rules.json")).unwrap();
    rules.tells(&["lost rules.json", "failed"]).await;
    assert_eq!(rules.set.status().lost, ["rules.json", "rules.rhai"]);
    save(folder.path("rules.json"), manifest("rules.rhai"));
    rules.tells(&["found rules.json", "failed"]).await;
    save(folder.path("rules.rhai"), version(2));
    rules.tells(&["found rules.rhai", "loaded"]).await;
}

#[tokio::test]
async fn a_file_that_is_made_empty_at_first_is_waited_for() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    save(folder.path("rules.rhai"), "");
    pass(120).await;
    save(folder.path("rules.rhai"), version(2));
    rules.tells(&["found rules.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
}

#[tokio::test]
async fn rules_whose_folder_is_not_there_yet() {
    let top = Folder::new();
    let mut rules = Followed::watch(&top.path("a/b/rules.json")).await;
    assert!(rules.set.status().failed.is_some() && rules.set.current().is_none());
    fill(&top.path("a/b"), 1);
    rules.loads().await;
    assert_eq!(rules.version().await, 1);
    save(top.path("a/b/rules.rhai"), version(2));
    rules.serves(2).await;
}
