//! Manifests that name other scripts, and manifests below a root of their own.

use std::path::Path;

use rulebook::ToolSet;

use super::support::{Folder, Followed, folder, manifest, replace, save, version};

#[tokio::test]
async fn another_script_named() {
    let folder = folder().file("scripts/other.rhai", version(2));
    let mut rules = Followed::of(&folder).await;
    save(folder.path("rules.json"), manifest("scripts/other.rhai"));
    rules.serves(2).await;
    // The old one is not followed any more, the new one is.
    save(folder.path("rules.rhai"), "fn");
    rules.at_rest().await;
    save(folder.path("scripts/other.rhai"), version(3));
    rules.serves(3).await;
    save(folder.path("rules.json"), manifest("rules.rhai"));
    rules.failed().await;
    assert_eq!(rules.version().await, 3);
    save(folder.path("rules.rhai"), version(4));
    rules.serves(4).await;
}

#[tokio::test]
async fn a_script_named_before_it_is_there() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    save(folder.path("rules.json"), manifest("other.rhai"));
    rules.failed().await;
    assert!(rules.set.status().lost.is_empty());
    save(folder.path("other.rhai"), version(2));
    rules.serves(2).await;
}

#[tokio::test]
async fn below_a_root_above_it() {
    let root = Folder::new()
        .file("manifests/rules.json", manifest("scripts/rules.rhai"))
        .file("scripts/other.rhai", version(3))
        .file("scripts/rules.rhai", version(1));
    for relative in [true, false] {
        save(root.path("manifests/rules.json"), manifest("scripts/rules.rhai"));
        save(root.path("scripts/rules.rhai"), version(1));
        save(root.path("scripts/other.rhai"), version(3));
        let options = ToolSet::options().root(root.path("."));
        let full = root.path("manifests/rules.json");
        let path = if relative { Path::new("manifests/rules.json") } else { &full };
        let mut rules = Followed::with(options, path).await;
        save(root.path("scripts/rules.rhai"), version(2));
        rules.serves(2).await;
        replace(root.path("manifests/rules.json"), manifest("scripts/other.rhai"));
        rules.serves(3).await;
        save(root.path("scripts/other.rhai"), version(4));
        rules.serves(4).await;
        std::fs::remove_file(root.path("manifests/rules.json")).unwrap();
        rules.tells(&["lost manifests/rules.json", "failed"]).await;
        save(root.path("manifests/rules.json"), manifest("scripts/other.rhai"));
        rules.tells(&["found manifests/rules.json", "loaded"]).await;
        assert_eq!(rules.version().await, 4);
    }
}

#[tokio::test]
async fn a_root_moved_away_and_back() {
    let top = Folder::new()
        .file("root/manifests/rules.json", manifest("scripts/rules.rhai"))
        .file("root/scripts/rules.rhai", version(1));
    let options = ToolSet::options().root(top.path("root"));
    let mut rules = Followed::with(options, Path::new("manifests/rules.json")).await;
    std::fs::rename(top.path("root"), top.path("away")).unwrap();
    rules.tells(&["lost .", "failed"]).await;
    assert_eq!(rules.version().await, 1);
    save(top.path("away/scripts/rules.rhai"), version(2));
    std::fs::rename(top.path("away"), top.path("root")).unwrap();
    rules.tells(&["found .", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
    save(top.path("root/scripts/rules.rhai"), version(3));
    rules.serves(3).await;
}
