//! Whole folders that go and come.

use std::fs;

use super::support::{Folder, Followed, fill, folder, save, version};

#[tokio::test]
async fn the_root_folder_replaced_by_another() {
    let top = Folder::new();
    fill(&top.path("rules"), 1);
    let mut rules = Followed::at(&top.path("rules/rules.json")).await;
    let caller = rules.caller();
    for number in 2..4 {
        fill(&top.path("new"), number);
        fs::rename(top.path("rules"), top.path(&format!("old{number}"))).unwrap();
        fs::rename(top.path("new"), top.path("rules")).unwrap();
        rules.serves(number).await;
    }
    // What is followed is the folder at the path.
    save(top.path("old3/rules.rhai"), version(9));
    save(top.path("rules/rules.rhai"), version(4));
    rules.serves(4).await;
    assert_eq!(caller.seen().await, [1, 2, 3, 4]);
}

#[tokio::test]
async fn a_whole_folder_moved_away_and_back() {
    let top = Folder::new();
    fill(&top.path("rules"), 1);
    let mut rules = Followed::at(&top.path("rules/rules.json")).await;
    away_and_back(&top, "rules", &mut rules).await;
}

#[tokio::test]
async fn the_folder_above_moved_away_and_back() {
    let top = Folder::new();
    fill(&top.path("a/b/rules"), 1);
    let mut rules = Followed::at(&top.path("a/b/rules/rules.json")).await;
    away_and_back(&top, "a", &mut rules).await;
    save(top.path("a/b/rules/rules.rhai"), version(2));
    rules.serves(2).await;
}

async fn away_and_back(top: &Folder, folder: &str, rules: &mut Followed) {
    let caller = rules.caller();
    for generation in 2..4 {
        fs::rename(top.path(folder), top.path("away")).unwrap();
        rules.tells(&["lost .", "failed"]).await;
        assert_eq!(rules.set.status().lost, ["."]);
        assert_eq!(rules.version().await, 1);
        rules.at_rest().await;
        fs::rename(top.path("away"), top.path(folder)).unwrap();
        rules.tells(&["found ."]).await;
        assert_eq!(rules.loaded().await.generation, generation);
        rules.at_rest().await;
    }
    assert!(rules.set.status().lost.is_empty());
    assert_eq!(caller.seen().await, [1]);
}

#[tokio::test]
async fn a_whole_folder_deleted_and_made_again() {
    let top = Folder::new();
    fill(&top.path("rules"), 1);
    let mut rules = Followed::at(&top.path("rules/rules.json")).await;
    fs::remove_dir_all(top.path("rules")).unwrap();
    rules.tells(&["lost .", "failed"]).await;
    assert_eq!(rules.version().await, 1);
    // The script is there before the manifest, and both in no time.
    fill(&top.path("rules"), 2);
    rules.tells(&["found .", "loaded"]).await;
    assert_eq!(rules.version().await, 2);
    save(top.path("rules/rules.rhai"), version(3));
    rules.serves(3).await;
}

#[tokio::test]
async fn folders_within_folders_made_with_a_file() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let script = "import \"parts/tax/rate\" as rate;\nfn version() -> int { rate::rate() }\n";
    save(folder.path("rules.rhai"), script);
    let failed = rules.failed().await;
    assert_eq!(failed.error.diagnostics()[0].code().as_str(), "import_failed");
    fs::create_dir_all(folder.path("parts/tax")).unwrap();
    save(folder.path("parts/tax/rate.rhai"), "fn rate() { 2 }");
    rules.serves(2).await;
    save(folder.path("parts/tax/rate.rhai"), "fn rate() { 3 }");
    rules.serves(3).await;
    fs::rename(folder.path("parts"), folder.path("away")).unwrap();
    rules.tells(&["lost parts/tax/rate.rhai", "failed"]).await;
    assert_eq!(rules.version().await, 3);
    fs::rename(folder.path("away"), folder.path("parts")).unwrap();
    rules.tells(&["found parts/tax/rate.rhai", "loaded"]).await;
    assert_eq!(rules.version().await, 3);
}
