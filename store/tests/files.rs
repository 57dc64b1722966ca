//! What a path leads to, and what becomes of it.

use std::fs;
use std::time::Duration;

use rulebook::{Migrations, SettingsStore, StoreErrorKind};
use rulebook_store::JsonStore;

use crate::support::Folder;

const TEXT: &str = r#"{"schemaVersion": 1, "tools": {"search": {"limit": 1}}}"#;

fn store_limit(store: &JsonStore, limit: u64) {
    store.update(&mut |values| Ok(values.set("search", "limit", limit))).unwrap();
    assert_eq!(store.load().unwrap().get("search", "limit"), Some(&limit.into()));
}

/// What a load says, and a save.
fn told(folder: &Folder, store: &JsonStore) -> String {
    let say = |outcome: Result<_, _>| match outcome {
        Ok(_) => "done".to_owned(),
        Err(error) => folder.told(&error),
    };
    let stored = store.update(&mut |values| Ok(values.set("search", "limit", 2)));
    format!("load: {}\nsave: {}", say(store.load()), say(stored))
}

#[test]
fn a_person_can_read_it() {
    let folder = Folder::new();
    let store = JsonStore::at(folder.file("settings.json"));
    store_limit(&store, 1);
    store.update(&mut |values| Ok(values.set("find", "tags", vec!["ä", "\n"]))).unwrap();
    insta::assert_snapshot!(fs::read_to_string(folder.file("settings.json")).unwrap(), @r#"
    {
      "schemaVersion": 1,
      "tools": {
        "find": {
          "tags": [
            "ä",
            "\n"
          ]
        },
        "search": {
          "limit": 1
        }
      }
    }
    "#);
    assert_eq!(folder.names(), ["settings.json", "settings.json.lock"]);
    assert_eq!(fs::read(folder.file("settings.json.lock")).unwrap(), b"");
}

#[test]
fn a_look_raises_nothing_and_makes_nothing() {
    let folder = Folder::new();
    let store = JsonStore::at(folder.file("settings.json"));
    assert_eq!(store.peek().unwrap(), None);
    assert!(folder.names().is_empty());
    for version in [1, 2, 3] {
        let text = TEXT.replace("\": 1, \"t", &format!("\": {version}, \"t"));
        fs::write(folder.file("settings.json"), &text).unwrap();
        let store = store.clone().migrations(Migrations::new().then(|_| Err("no".into())));
        let found = store.peek().unwrap().unwrap();
        assert_eq!(found.schema_version, version);
        assert_eq!(found.values.get("search", "limit"), Some(&1.into()));
        assert_eq!(fs::read_to_string(folder.file("settings.json")).unwrap(), text);
        assert_eq!(folder.names(), ["settings.json"]);
    }
}

#[test]
fn what_is_in_its_place_is_told() {
    let folder = Folder::new();
    fs::create_dir(folder.file("folder")).unwrap();
    fs::write(folder.file("file"), TEXT).unwrap();
    let at = |name: &str| told(&folder, &JsonStore::at(folder.file(name)));
    insta::assert_snapshot!(at("folder"), @"
    load: Failed: `DIR/folder`: it is a folder: name a file in it
    save: Failed: `DIR/folder`: it is a folder: name a file in it
    ");
    insta::assert_snapshot!(at("gone/settings.json"), @"
    load: Failed: `DIR/gone/settings.json`: its folder does not exist: make it first
    save: Failed: `DIR/gone/settings.json`: its folder does not exist: make it first
    ");
    insta::assert_snapshot!(at("file/settings.json"), @"
    load: Failed: `DIR/file/settings.json`: what should be its folder is a file
    save: Failed: `DIR/file/settings.json`: what should be its folder is a file
    ");
    insta::assert_snapshot!(at("folder/.."), @"
    load: Failed: `DIR/folder/..`: it is a folder: name a file in it
    save: Failed: `DIR/folder/..`: it is a folder: name a file in it
    ");
    insta::assert_snapshot!(at(&"n".repeat(300)).replace(&"n".repeat(300), "LONG"), @"
    load: Failed: `DIR/LONG`: it cannot be reached: File name too long (os error 36)
    save: Failed: `DIR/LONG`: it cannot be reached: File name too long (os error 36)
    ");
    insta::assert_snapshot!(told(&folder, &JsonStore::at("")), @"
    load: Failed: ``: it names no file
    save: Failed: ``: it names no file
    ");
    insta::assert_snapshot!(told(&folder, &JsonStore::at("/")), @"
    load: Failed: `/`: it is a folder: name a file in it
    save: Failed: `/`: it is a folder: name a file in it
    ");
    insta::assert_snapshot!(told(&folder, &JsonStore::at("/no\u{1b}[31m\nwhere/a")), @r"
    load: Failed: `/no\u{1b}[31m\nwhere/a`: its folder does not exist: make it first
    save: Failed: `/no\u{1b}[31m\nwhere/a`: its folder does not exist: make it first
    ");
    assert_eq!(folder.names(), ["file", "folder"]);
}

#[test]
fn a_file_that_is_write_protected_is_not_replaced() {
    let folder = Folder::new();
    let file = folder.file("settings.json");
    fs::write(&file, TEXT).unwrap();
    let mut permissions = file.metadata().unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let store = JsonStore::at(&file);
    insta::assert_snapshot!(told(&folder, &store), @"
    load: done
    save: Failed: `DIR/settings.json`: it is write-protected, so nothing is stored in it
    ");
    assert_eq!(fs::read_to_string(file).unwrap(), TEXT);
    assert_eq!(folder.names(), ["settings.json", "settings.json.lock"]);
}

#[test]
fn another_writer_is_waited_for_and_not_forever() {
    let folder = Folder::new();
    let file = folder.file("settings.json");
    fs::write(&file, TEXT).unwrap();
    let other = fs::File::create(folder.file("settings.json.lock")).unwrap();
    other.lock().unwrap();
    let store = JsonStore::at(&file).lock_timeout(Duration::ZERO);
    assert_eq!(store.update(&mut Ok).unwrap_err().kind(), StoreErrorKind::Busy);
    // Whoever only reads what is of this version waits for nobody.
    assert_eq!(store.load().unwrap().get("search", "limit"), Some(&1.into()));
    let raising = store.clone().migrations(Migrations::new().then(|_| Ok(())));
    assert_eq!(raising.load().unwrap_err().kind(), StoreErrorKind::Busy);
    assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);

    let waiting = std::thread::spawn(move || {
        store_limit(&store.lock_timeout(Duration::MAX), 3);
    });
    drop(other);
    waiting.join().unwrap();
}

#[test]
fn what_a_killed_save_left_over_is_no_hindrance() {
    let folder = Folder::new();
    let store = JsonStore::at(folder.file("settings.json"));
    fs::write(folder.file("settings.json.saving"), "{\"half").unwrap();
    assert!(store.load().unwrap().is_empty());
    store_limit(&store, 1);
    assert_eq!(folder.names(), ["settings.json", "settings.json.lock"]);
    // What no save left there stays, and is told.
    fs::create_dir(folder.file("settings.json.saving")).unwrap();
    let error = store.update(&mut |values| Ok(values.set("search", "limit", 2))).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Failed);
    assert_eq!(store.load().unwrap().get("search", "limit"), Some(&1.into()));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    use super::*;

    #[test]
    fn links_stay_and_what_they_lead_to_is_replaced() {
        let folder = Folder::new();
        fs::create_dir_all(folder.file("data/deep")).unwrap();
        fs::create_dir(folder.file("links")).unwrap();
        fs::write(folder.file("data/real.json"), TEXT).unwrap();
        let links = [
            ("links/relative.json", "../data/real.json".into()),
            ("links/absolute.json", folder.file("data/real.json")),
            ("links/chain.json", "relative.json".into()),
            ("links/round.json", "../data/deep/../real.json".into()),
        ];
        for (number, (link, target)) in (2..).zip(&links) {
            symlink(target, folder.file(link)).unwrap();
            let store = JsonStore::at(folder.file(link));
            store_limit(&store, number);
            assert_eq!(&fs::read_link(folder.file(link)).unwrap(), target);
            let real = JsonStore::at(folder.file("data/real.json"));
            assert_eq!(real.load().unwrap().get("search", "limit"), Some(&number.into()));
        }
        // All of them wait for one lock.
        let names = |name| fs::read_dir(folder.file(name)).unwrap().count();
        assert_eq!((names("links"), names("data")), (4, 3));
    }

    #[test]
    fn a_folder_may_be_a_link() {
        let folder = Folder::new();
        fs::create_dir(folder.file("real")).unwrap();
        symlink("real", folder.file("link")).unwrap();
        store_limit(&JsonStore::at(folder.file("link/settings.json")), 4);
        assert!(folder.file("real/settings.json").exists());
    }

    #[test]
    fn a_link_to_what_is_not_there_yet_is_followed() {
        let folder = Folder::new();
        symlink("real.json", folder.file("link.json")).unwrap();
        let store = JsonStore::at(folder.file("link.json"));
        assert!(store.load().unwrap().is_empty());
        store_limit(&store, 4);
        assert!(folder.file("link.json").is_symlink() && folder.file("real.json").is_file());
    }

    #[test]
    fn links_that_lead_nowhere_are_told() {
        let folder = Folder::new();
        for (link, target) in
            [("a", "b"), ("b", "a"), ("gone", "no/where.json"), ("folder", "."), ("root", "/")]
        {
            symlink(target, folder.file(link)).unwrap();
        }
        let before = folder.names();
        let at = |name| told(&folder, &JsonStore::at(folder.file(name)));
        insta::assert_snapshot!(at("a"), @"
        load: Failed: `DIR/a`: it is a link that leads nowhere: links lead to each other
        save: Failed: `DIR/a`: it is a link that leads nowhere: links lead to each other
        ");
        insta::assert_snapshot!(at("gone"), @"
        load: Failed: `DIR/gone`: its folder does not exist: make it first
        save: Failed: `DIR/gone`: its folder does not exist: make it first
        ");
        insta::assert_snapshot!(at("folder"), @"
        load: Failed: `DIR/folder`: it is a folder: name a file in it
        save: Failed: `DIR/folder`: it is a folder: name a file in it
        ");
        insta::assert_snapshot!(at("root"), @"
        load: Failed: `DIR/root`: it is a folder: name a file in it
        save: Failed: `DIR/root`: it is a folder: name a file in it
        ");
        assert_eq!(folder.names(), before);
    }

    #[test]
    fn a_left_over_that_is_a_link_is_not_followed() {
        let folder = Folder::new();
        fs::write(folder.file("precious"), "mine").unwrap();
        symlink("precious", folder.file("settings.json.saving")).unwrap();
        store_limit(&JsonStore::at(folder.file("settings.json")), 1);
        assert_eq!(fs::read(folder.file("precious")).unwrap(), b"mine");
    }

    #[test]
    fn permissions_stay() {
        let folder = Folder::new();
        let file = folder.file("settings.json");
        let store = JsonStore::at(&file);
        for mode in [0o600, 0o640, 0o664, 0o606, 0o400 | 0o200, 0o755] {
            fs::write(&file, TEXT).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let before = file.metadata().unwrap();
            store_limit(&store, 2);
            let after = file.metadata().unwrap();
            assert_eq!(after.mode() & 0o7777, mode);
            assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
            assert_ne!(after.ino(), before.ino());
        }
    }

    #[test]
    fn a_group_and_an_owner_stay() {
        let folder = Folder::new();
        let file = folder.file("settings.json");
        fs::write(&file, TEXT).unwrap();
        // Only some may give files away.
        if std::os::unix::fs::chown(&file, Some(12_345), Some(54_321)).is_err() {
            return;
        }
        store_limit(&JsonStore::at(&file), 2);
        let after = file.metadata().unwrap();
        assert_eq!((after.uid(), after.gid()), (12_345, 54_321));
    }

    /// The next save beside it would have taken such a file for its own, and removed it.
    #[test]
    fn names_of_files_that_stores_keep_beside_their_own_are_refused() {
        let folder = Folder::new();
        let at = |name: &str| told(&folder, &JsonStore::at(folder.file(name)));
        insta::assert_snapshot!(at("settings.json.saving"), @"
        load: Failed: `DIR/settings.json.saving`: names that end with `.saving` are those of files that stores keep beside their own: give it another name
        save: Failed: `DIR/settings.json.saving`: names that end with `.saving` are those of files that stores keep beside their own: give it another name
        ");
        insta::assert_snapshot!(at("settings.json.lock"), @"
        load: Failed: `DIR/settings.json.lock`: names that end with `.lock` are those of files that stores keep beside their own: give it another name
        save: Failed: `DIR/settings.json.lock`: names that end with `.lock` are those of files that stores keep beside their own: give it another name
        ");
    }

    #[test]
    fn pipes_and_devices_are_refused_without_waiting() {
        let folder = Folder::new();
        let pipe = |name: &str| {
            use rustix::fs::{CWD, FileType, Mode, mknodat};
            mknodat(CWD, folder.file(name), FileType::Fifo, Mode::from(0o600), 0).unwrap();
        };
        pipe("pipe");
        pipe("b.json.lock");
        pipe("c.json.saving");
        let _socket = UnixListener::bind(folder.file("socket")).unwrap();
        let at = |path: &Path| told(&folder, &JsonStore::at(path));
        insta::assert_snapshot!(at(&folder.file("pipe")), @"
        load: Failed: `DIR/pipe`: it is a pipe or a device: name a file
        save: Failed: `DIR/pipe`: it is a pipe or a device: name a file
        ");
        insta::assert_snapshot!(at(&folder.file("socket")), @"
        load: Failed: `DIR/socket`: it is a pipe or a device: name a file
        save: Failed: `DIR/socket`: it is a pipe or a device: name a file
        ");
        insta::assert_snapshot!(at(Path::new("/dev/zero")), @"
        load: Failed: `/dev/zero`: it is a pipe or a device: name a file
        save: Failed: `/dev/zero`: it is a pipe or a device: name a file
        ");
        insta::assert_snapshot!(at(&folder.file("b.json")), @"
        load: done
        save: Failed: `DIR/b.json`: `b.json.lock`: it is a pipe or a device: name a file
        ");
        insta::assert_snapshot!(at(&folder.file("c.json")), @"
        load: done
        save: done
        ");
    }

    /// The system shows what is open as links that only it can follow: one to a pipe was
    /// taken for one to a file that is not there, which holds nothing.
    #[test]
    fn a_link_to_a_pipe_that_is_open_is_told() {
        use std::os::fd::AsRawFd as _;

        let (reader, _writer) = std::io::pipe().unwrap();
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        if !Path::new(&path).exists() {
            return;
        }
        let error = JsonStore::at(&path).load().unwrap_err().to_string();
        insta::assert_snapshot!(error.replace(&path, "PIPE"), @"`PIPE`: it is a pipe or a device: name a file");
        let error = JsonStore::at(&path).update(&mut Ok).unwrap_err().to_string();
        insta::assert_snapshot!(error.replace(&path, "PIPE"), @"`PIPE`: it is a pipe or a device: name a file");
    }

    /// Whoever waits on a lock that was removed ran beside those who locked a new one.
    #[test]
    fn a_lock_that_was_removed_keeps_no_two_writers_apart_and_none_of_them_stores() {
        use std::sync::mpsc;

        let folder = Folder::new();
        let store = JsonStore::at(folder.file("settings.json")).lock_timeout(Duration::MAX);
        store_limit(&store, 1);
        let lock = folder.file("settings.json.lock");
        let held = fs::File::open(&lock).unwrap();
        held.lock().unwrap();
        let (begun, begins) = mpsc::channel();
        let waiting = {
            let (store, folder) = (store.clone(), folder.path().to_owned());
            std::thread::spawn(move || {
                begun.send(()).unwrap();
                store.update(&mut |values| {
                    // It holds the lock that everyone finds.
                    let found = fs::File::open(folder.join("settings.json.lock")).unwrap();
                    assert!(found.try_lock().is_err());
                    Ok(values.set("search", "limit", 2))
                })
            })
        };
        begins.recv().unwrap();
        fs::remove_file(&lock).unwrap();
        drop(held);
        waiting.join().unwrap().unwrap();

        // In the midst of a change.
        let error = store.update(&mut |values| {
            fs::remove_file(&lock).unwrap();
            Ok(values.set("search", "limit", 3))
        });
        insta::assert_snapshot!(folder.told(&error.unwrap_err()), @"Busy: `DIR/settings.json`: its lock was removed, and another writer may have come in: try again");
        assert_eq!(store.load().unwrap().get("search", "limit"), Some(&2.into()));
        store_limit(&store, 4);
    }

    #[test]
    fn a_name_that_is_no_text_is_a_name() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let folder = Folder::new();
        let file = folder.path().join(OsStr::from_bytes(b"s\xff.json"));
        store_limit(&JsonStore::at(&file), 1);
        fs::write(&file, "{").unwrap();
        insta::assert_snapshot!(told(&folder, &JsonStore::at(&file)), @"
        load: Unreadable: `DIR/s�.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 2: expected a name in double quotes, found the end of the text; mend it, or put a copy from before in its place
        save: Unreadable: `DIR/s�.json`: this is no document of settings, which is an object with `schemaVersion` and `tools`: line 1, column 2: expected a name in double quotes, found the end of the text; mend it, or put a copy from before in its place
        ");
    }
}
