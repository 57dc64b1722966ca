//! A file that was gone was told as found when a load failed before it asked for it,
//! and when it was not needed any more; one that a manifest names as `./rules.rhai`
//! was never told as lost.

use serde_json::json;

use crate::reload::support::{Folder, Followed, folder, manifest, save, version};

#[tokio::test]
async fn a_manifest_that_is_broken_as_well_does_not_find_it() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    std::fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    save(folder.path("rules.json"), "{");
    rules.tells(&["failed"]).await;
    assert_eq!(rules.set.status().lost, ["rules.rhai"]);
    save(folder.path("rules.json"), manifest("rules.rhai"));
    rules.tells(&["failed"]).await;
    save(folder.path("rules.rhai"), version(2));
    rules.tells(&["found rules.rhai", "loaded"]).await;
    assert!(rules.set.status().lost.is_empty());
    rules.at_rest().await;
}

#[tokio::test]
async fn a_root_that_is_gone_as_well_does_not_find_it() {
    let folder = Folder::new().file("in/rules.rhai", version(1));
    save(folder.path("in/rules.json"), manifest("rules.rhai"));
    let mut rules = Followed::at(&folder.path("in/rules.json")).await;
    std::fs::remove_file(folder.path("in/rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    std::fs::rename(folder.path("in"), folder.path("out")).unwrap();
    rules.tells(&["lost .", "failed"]).await;
    assert_eq!(rules.set.status().lost, [".", "rules.rhai"]);
    std::fs::rename(folder.path("out"), folder.path("in")).unwrap();
    rules.tells(&["found .", "failed"]).await;
    assert_eq!(rules.set.status().lost, ["rules.rhai"]);
    rules.at_rest().await;
}

#[tokio::test]
async fn rules_that_do_without_it_do_not_find_it() {
    let folder = folder().file("other.rhai", version(2));
    let mut rules = Followed::of(&folder).await;
    std::fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    save(folder.path("rules.json"), manifest("other.rhai"));
    rules.serves(2).await;
    assert!(rules.set.status().lost.is_empty());
}

#[tokio::test]
async fn it_is_the_same_file_however_it_was_asked_for() {
    let folder = folder().file("rules.json", manifest("./rules.rhai"));
    let mut rules = Followed::of(&folder).await;
    std::fs::remove_file(folder.path("rules.rhai")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    assert_eq!(json!(rules.set.status().lost), json!(["rules.rhai"]));
    save(folder.path("rules.rhai"), version(2));
    rules.tells(&["found rules.rhai", "loaded"]).await;
}
