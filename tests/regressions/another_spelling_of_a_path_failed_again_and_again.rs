//! A manifest that names its script as `./rules.rhai` failed anew at each look at the
//! files, when that was a folder or too large: its message had another path in it.

use std::time::Duration;

use rulebook::ToolSet;

use crate::reload::support::{Folder, Followed, manifest, version};

#[tokio::test]
async fn it_fails_once() {
    let folder = Folder::new().file("rules.json", manifest("./rules.rhai"));
    std::fs::create_dir(folder.path("rules.rhai")).unwrap();
    let live = ToolSet::options().live().poll(Duration::from_millis(20));
    let mut rules = Followed::new(live.watch(folder.path("rules.json")).await.unwrap());
    rules.nothing_more().await;
    std::fs::write(folder.path("beside"), version(1)).unwrap();
    std::fs::rename(folder.path("rules.rhai"), folder.path("aside")).unwrap();
    std::fs::rename(folder.path("beside"), folder.path("rules.rhai")).unwrap();
    rules.serves(1).await;
}
