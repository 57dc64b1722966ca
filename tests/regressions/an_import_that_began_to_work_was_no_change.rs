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

/// A call that came to the file before it was loaded took it in without a word, as
/// part of rules that were older.
#[tokio::test]
async fn a_generation_has_what_was_there_when_it_was_loaded() {
    let script = "fn version() -> int { import \"part\" as part; part::number() }";
    let folder = Folder::with_rules(script, &["version"]);
    let never = std::time::Duration::from_secs(600);
    let options = rulebook::ToolSet::options().live().quiet_time(never).poll(never);
    let set = options.longest_wait(never).load(folder.path("rules.json")).await.unwrap();
    let version = || set.call("version", serde_json::json!({}));
    assert!(version().await.is_err());
    save(folder.path("part.rhai"), "fn number() { 1 }");
    assert!(version().await.is_err());
    assert_eq!(set.reload().await.unwrap(), 2);
    assert_eq!(version().await.unwrap(), 1);
}
