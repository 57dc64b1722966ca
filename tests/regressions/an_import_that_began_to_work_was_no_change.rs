//! A file that a call had looked for and not found came into being, and the tool
//! that imports it answered otherwise without being told as changed.

use crate::reload::support::{Folder, Followed, save};

#[tokio::test]
async fn it_is_a_change() {
    let script = "fn version() -> int { import \"part\" as part; part::number() }";
    let folder = Folder::with_rules(script, &["version"]);
    let mut rules = Followed::of(&folder).await;
    assert!(rules.set.call("version", serde_json::json!({})).await.is_err());
    save(folder.path("part.rhai"), "fn number() { 1 }");
    assert_eq!(rules.loaded().await.change.changed, ["version"]);
    assert_eq!(rules.version().await, 1);
    rules.at_rest().await;
}

/// A call that came to the file before it was loaded took it in without a word.
#[tokio::test]
async fn it_is_a_change_when_a_call_was_first() {
    let script = "fn version() -> int { import \"part\" as part; part::number() }";
    let folder = Folder::with_rules(script, &["version"]);
    let mut rules = Followed::of(&folder).await;
    assert!(rules.set.call("version", serde_json::json!({})).await.is_err());
    rules.at_rest().await;
    save(folder.path("part.rhai"), "fn number() { 1 }");
    assert_eq!(rules.version().await, 1);
    let loaded = rules.loaded().await;
    assert_eq!((loaded.generation, &loaded.change.changed[..]), (2, &["version".to_owned()][..]));
    assert_eq!(rules.version().await, 1);
    rules.at_rest().await;
}
