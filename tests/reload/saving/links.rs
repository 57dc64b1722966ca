//! Links, as they are swapped by deploy tools.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use rulebook::ToolSet;

use super::support::{Folder, Followed, fill, folder, manifest, replace, save, version};

/// Has a link lead elsewhere, in one step.
fn point(link: &Path, target: &str) {
    let aside = link.with_file_name("aside");
    symlink(target, &aside).unwrap();
    fs::rename(aside, link).unwrap();
}

#[tokio::test]
async fn a_linked_folder_swapped_as_kubernetes_does_twice() {
    let folder = Folder::new();
    fill(&folder.path("..2024_1"), 1);
    symlink("..2024_1", folder.path("..data")).unwrap();
    for file in ["rules.json", "rules.rhai"] {
        symlink(format!("..data/{file}"), folder.path(file)).unwrap();
    }
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    for number in 2..4 {
        let (old, new) = (format!("..2024_{}", number - 1), format!("..2024_{number}"));
        fill(&folder.path(&new), number);
        point(&folder.path("..data"), &new);
        fs::remove_dir_all(folder.path(&old)).unwrap();
        rules.serves(number).await;
    }
    assert_eq!(caller.seen().await, [1, 2, 3]);
}

#[tokio::test]
async fn a_manifest_behind_a_linked_folder() {
    let top = Folder::new();
    fill(&top.path("releases/1"), 1);
    fill(&top.path("releases/2"), 2);
    symlink("releases/1", top.path("current")).unwrap();
    let mut rules = Followed::at(&top.path("current/rules.json")).await;
    let caller = rules.caller();
    point(&top.path("current"), "releases/2");
    rules.serves(2).await;
    // Behind the link now is the other folder.
    save(top.path("releases/2/rules.rhai"), version(3));
    rules.serves(3).await;
    save(top.path("releases/1/rules.rhai"), version(8));
    rules.at_rest().await;
    // The folder behind the link is replaced, and the link stays.
    fill(&top.path("releases/new"), 4);
    fs::rename(top.path("releases/2"), top.path("releases/old")).unwrap();
    fs::rename(top.path("releases/new"), top.path("releases/2")).unwrap();
    rules.serves(4).await;
    fs::remove_file(top.path("current")).unwrap();
    rules.tells(&["lost .", "failed"]).await;
    symlink("releases/1", top.path("current")).unwrap();
    rules.tells(&["found .", "loaded"]).await;
    assert_eq!(rules.version().await, 8);
    assert_eq!(caller.seen().await, [1, 2, 3, 4, 8]);
}

#[tokio::test]
async fn what_a_link_leads_to_elsewhere_replaced() {
    let folder = folder().file("library/deep/rules.rhai", version(1));
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    symlink("library/deep/rules.rhai", folder.path("rules.rhai")).unwrap();
    let mut rules = Followed::of(&folder).await;
    save(folder.path("library/deep/rules.rhai"), version(2));
    rules.serves(2).await;
    replace(folder.path("library/deep/rules.rhai"), version(3));
    rules.serves(3).await;
    fs::create_dir(folder.path("other")).unwrap();
    save(folder.path("other/rules.rhai"), version(4));
    fs::rename(folder.path("library/deep"), folder.path("library/old")).unwrap();
    fs::rename(folder.path("other"), folder.path("library/deep")).unwrap();
    rules.serves(4).await;
    fs::rename(folder.path("library"), folder.path("away")).unwrap();
    rules.tells(&["lost rules.rhai", "failed"]).await;
    fs::rename(folder.path("away"), folder.path("library")).unwrap();
    rules.tells(&["found rules.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 4);
}

#[tokio::test]
async fn the_same_with_a_root_above_the_manifest() {
    let root = Folder::new()
        .file("manifests/rules.json", manifest("scripts/rules.rhai"))
        .file("library/rules.rhai", version(1));
    symlink("library", root.path("scripts")).unwrap();
    let options = ToolSet::options().root(root.path("."));
    let mut rules = Followed::with(options, Path::new("manifests/rules.json")).await;
    replace(root.path("library/rules.rhai"), version(2));
    rules.serves(2).await;
    fs::create_dir(root.path("more")).unwrap();
    save(root.path("more/rules.rhai"), version(3));
    point(&root.path("scripts"), "more");
    rules.serves(3).await;
}

#[tokio::test]
async fn a_link_out_of_the_root_serves_nothing() {
    let (folder, outside) = (folder(), folder());
    let mut rules = Followed::of(&folder).await;
    let script = folder.path("rules.rhai");
    point(&script, outside.path("rules.rhai").to_str().unwrap());
    let failed = rules.failed().await;
    assert_eq!(failed.error.diagnostics()[0].code().as_str(), "path_escapes");
    assert_eq!(rules.version().await, 1);
    replace(script, version(2));
    rules.serves(2).await;
}
