//! A manifest that is reached by a link beside a wider root folder was not loaded
//! when the link led to another folder below that root: the one that had been read
//! was still what it was.
#![cfg(unix)]

use std::os::unix::fs::symlink;

use rulebook::ToolSet;

use crate::reload::support::{Folder, Followed, fill, manifest, save};

#[tokio::test]
async fn it_is_followed() {
    let folder = Folder::new();
    for release in [1, 2] {
        fill(&folder.path(&format!("releases/{release}")), release);
        let manifest = manifest(&format!("{release}/rules.rhai"));
        save(folder.path(&format!("releases/{release}/rules.json")), manifest);
    }
    symlink("releases/1", folder.path("current")).unwrap();
    let options = ToolSet::options().root(folder.path("releases"));
    let mut rules = Followed::with(options, &folder.path("current/rules.json")).await;
    assert_eq!(rules.version().await, 1);
    symlink("releases/2", folder.path("next")).unwrap();
    std::fs::rename(folder.path("next"), folder.path("current")).unwrap();
    rules.serves(2).await;
}
