//! A manifest whose path is relative to the root folder was never found when it was
//! not there at first: it was waited for in the current folder alone.

use rulebook::ToolSet;

use crate::reload::support::{Folder, Followed, fill};

#[tokio::test]
async fn it_is_found_when_it_comes() {
    let folder = Folder::new();
    let live = ToolSet::options().root(folder.path("root")).live();
    // No such folder is in the current one.
    let rules = live.watch("rules of the house/rules.json").await.unwrap();
    let mut rules = Followed::new(rules);
    fill(&folder.path("root/beside"), 1);
    std::fs::rename(folder.path("root/beside"), folder.path("root/rules of the house")).unwrap();
    std::fs::rename(
        folder.path("root/rules of the house/rules.rhai"),
        folder.path("root/rules.rhai"),
    )
    .unwrap();
    loop {
        if let rulebook::Event::Loaded(_) = rules.next().await {
            break;
        }
    }
    assert_eq!(rules.version().await, 1);
    rules.at_rest().await;
}
