//! What takes the place of a file and is none, or none that can be read.

use std::fs;

use super::support::{Followed, folder, save, version};

#[cfg(unix)]
#[tokio::test]
async fn permission_taken_away_and_given_back() {
    use std::os::unix::fs::PermissionsExt;

    for file in ["rules.rhai", "rules.json"] {
        let folder = folder();
        let mut rules = Followed::of(&folder).await;
        let allow = |mode| fs::set_permissions(folder.path(file), fs::Permissions::from_mode(mode));
        allow(0o000).unwrap();
        if fs::read(folder.path(file)).is_ok() {
            // Who may do everything is refused nothing.
            return;
        }
        let failed = rules.failed().await;
        assert_eq!(failed.error.diagnostics()[0].code().as_str(), "file_unreadable");
        assert!(rules.set.status().lost.is_empty());
        assert_eq!(rules.version().await, 1);
        allow(0o644).unwrap();
        assert_eq!(rules.loaded().await.generation, 2);
        rules.at_rest().await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn permission_for_the_folder_taken_away_and_given_back() {
    use std::os::unix::fs::PermissionsExt;

    let top = super::support::Folder::new();
    super::support::fill(&top.path("rules"), 1);
    let mut rules = Followed::at(&top.path("rules/rules.json")).await;
    let allow = |mode| fs::set_permissions(top.path("rules"), fs::Permissions::from_mode(mode));
    allow(0o000).unwrap();
    if fs::read_dir(top.path("rules")).is_ok() {
        // As above.
        return;
    }
    rules.set.reload().await.unwrap_err();
    while rules.set.status().failed.is_none() {
        rules.next().await;
    }
    assert_eq!(rules.version().await, 1);
    allow(0o755).unwrap();
    while !matches!(rules.next().await, rulebook::Event::Loaded(_)) {}
    save(top.path("rules/rules.rhai"), version(2));
    rules.serves(2).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_a_pipe_and_a_dangling_link_in_a_files_place() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let caller = rules.caller();
    let path = folder.path("rules.rhai");
    let pipe = folder.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let script = fs::read(&path).unwrap();
    let (aside, mut generation) = (folder.path("aside"), 1);
    for (code, lost) in [("not_a_file", false), ("not_a_file", false), ("file_not_found", true)] {
        fs::rename(&path, folder.path("old")).unwrap();
        match generation {
            1 => fs::create_dir(&path).unwrap(),
            2 => fs::rename(&pipe, &path).unwrap(),
            _ => std::os::unix::fs::symlink("nowhere", &path).unwrap(),
        }
        if lost {
            rules.tells(&["lost rules.rhai"]).await;
        }
        let failed = rules.failed().await;
        assert_eq!(failed.error.diagnostics()[0].code().as_str(), code);
        assert_eq!(rules.version().await, 1);
        rules.at_rest().await;
        save(&aside, &script);
        if path.is_dir() {
            fs::remove_dir(&path).unwrap();
        }
        fs::rename(&aside, &path).unwrap();
        if lost {
            rules.tells(&["found rules.rhai"]).await;
        }
        generation += 1;
        assert_eq!(rules.loaded().await.generation, generation);
        rules.at_rest().await;
    }
    assert_eq!(caller.seen().await, [1]);
}

#[tokio::test]
async fn too_large_or_no_text() {
    let folder = folder();
    let mut rules = Followed::of(&folder).await;
    let large = format!("{}{}", version(9), " ".repeat(1024 * 1024));
    let cases: [(&[u8], &str); 4] = [
        (large.as_bytes(), "file_too_large"),
        (b"fn version() -> int { \xff }", "not_utf8"),
        (b"\xff\xfef\0n\0", "not_utf8"),
        (b"   \n", "unknown_function"),
    ];
    for (number, (content, code)) in (2..).zip(cases) {
        save(folder.path("rules.rhai"), content);
        let failed = rules.failed().await;
        let codes: Vec<_> = failed.error.diagnostics().iter().map(|it| it.code()).collect();
        assert_eq!(codes.iter().map(|code| code.as_str()).collect::<Vec<_>>(), [code]);
        assert_eq!(rules.version().await, number - 1);
        rules.at_rest().await;
        save(folder.path("rules.rhai"), version(number));
        rules.serves(number).await;
    }
}
