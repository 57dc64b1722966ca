//! One file, saved as editors and programs do.

use std::fs::{self, File};
use std::io::Write;
use std::time::SystemTime;

use super::support::{Followed, folder, manifest, pass, replace, save, version};

#[tokio::test]
async fn truncated_and_written() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    for number in 2..5 {
        save(folder.path("rules.rhai"), version(number));
        rules.serves(number).await;
    }
}

#[tokio::test]
async fn truncated_and_written_later() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    let mut file = File::create(folder.path("rules.rhai")).unwrap();
    pass(120).await;
    file.write_all(version(2).as_bytes()).unwrap();
    drop(file);
    rules.serves(2).await;
    rules.nothing_more().await;
    assert_eq!(caller.seen().await, [1, 2]);
}

#[tokio::test]
async fn truncated_closed_and_written_later() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    save(folder.path("rules.rhai"), "");
    pass(120).await;
    save(folder.path("rules.rhai"), version(2));
    rules.serves(2).await;
    rules.nothing_more().await;
    assert_eq!(caller.seen().await, [1, 2]);
}

#[tokio::test]
async fn the_manifest_truncated_and_written_later() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    save(folder.path("rules.json"), "");
    pass(120).await;
    save(folder.path("rules.json"), manifest("rules.rhai").replace("Says", "Tells"));
    rules.loaded().await;
    rules.nothing_more().await;
    assert_eq!(caller.seen().await, [1]);
}

#[tokio::test]
async fn written_aside_and_renamed_over() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    for number in 2..5 {
        replace(folder.path("rules.rhai"), version(number));
        rules.serves(number).await;
    }
    assert_eq!(caller.seen().await, [1, 2, 3, 4]);
}

#[cfg(unix)]
#[tokio::test]
async fn as_vim_does_with_a_backup_twice() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    let (path, backup) = (folder.path("rules.rhai"), folder.path("rules.rhai~"));
    for number in 2..4 {
        // Whether the folder takes new files is tried out first.
        save(folder.path("4913"), "");
        fs::remove_file(folder.path("4913")).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        fs::rename(&path, &backup).unwrap();
        let mut file = File::create(&path).unwrap();
        file.write_all(version(number).as_bytes()).unwrap();
        file.sync_all().unwrap();
        drop(file);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        fs::remove_file(&backup).unwrap();
        rules.serves(number).await;
    }
    assert_eq!(caller.seen().await, [1, 2, 3]);
}

#[tokio::test]
async fn deleted_and_made_again_at_once() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    fs::remove_file(folder.path("rules.rhai")).unwrap();
    pass(120).await;
    save(folder.path("rules.rhai"), version(2));
    rules.serves(2).await;
    rules.nothing_more().await;
    assert_eq!(caller.seen().await, [1, 2]);
}

#[tokio::test]
async fn deleted_and_made_again_after_a_second() {
    tokio::join!(
        deleted_and_made_again("rules.rhai", version(2), 2),
        // The old text is a new generation all the same.
        deleted_and_made_again("rules.rhai", version(1), 1),
        deleted_and_made_again("rules.json", manifest("rules.rhai"), 1),
    );
}

async fn deleted_and_made_again(file: &str, content: String, latest: usize) {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    fs::remove_file(folder.path(file)).unwrap();
    pass(1000).await;
    rules.tells(&[&format!("lost {file}"), "failed"]).await;
    let status = rules.set.status();
    assert_eq!(status.lost, [file]);
    assert_eq!(status.failed.as_ref().unwrap().serving, Some(1));
    assert_eq!(rules.version().await, 1);
    save(folder.path(file), content);
    rules.tells(&[&format!("found {file}")]).await;
    assert_eq!(rules.loaded().await.generation, 2);
    assert_eq!(rules.version().await, latest);
    assert!(rules.set.status().lost.is_empty());
    rules.at_rest().await;
    assert_eq!(caller.seen().await, (1..=latest).collect::<Vec<_>>());
}

#[tokio::test]
async fn touched_and_not_changed() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let file = File::options().append(true).open(folder.path("rules.rhai")).unwrap();
    file.set_modified(SystemTime::now()).unwrap();
    drop(file);
    rules.at_rest().await;
    save(folder.path("rules.rhai"), version(1));
    rules.at_rest().await;
    replace(folder.path("rules.json"), fs::read(folder.path("rules.json")).unwrap());
    rules.nothing_more().await;
    save(folder.path("rules.rhai"), version(2));
    rules.serves(2).await;
    assert_eq!(rules.set.current().unwrap().generation(), 2);
}

#[tokio::test]
async fn what_fails_as_before_is_told_once() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    save(folder.path("rules.rhai"), "fn version() -> int { 2");
    rules.failed().await;
    for _ in 0..2 {
        replace(folder.path("rules.rhai"), "fn version() -> int { 2");
        rules.at_rest().await;
    }
    save(folder.path("rules.rhai"), "fn version() -> int { 3");
    rules.failed().await;
    save(folder.path("rules.rhai"), version(3));
    rules.serves(3).await;
}

#[tokio::test]
async fn written_by_another_name_elsewhere() {
    let (elsewhere, folder) = (folder(), folder());
    fs::hard_link(folder.path("rules.rhai"), elsewhere.path("other.rhai")).unwrap();
    let mut rules = Followed::of(&folder).await;
    save(elsewhere.path("other.rhai"), version(2));
    rules.serves(2).await;
}
