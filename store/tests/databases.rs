//! What a database is, whose it is, and whose settings are in it.

use std::fs;
use std::time::Duration;

use rulebook::{Migrations, SettingsStore, SettingsValues, StoreErrorKind};
use rulebook_store::SqliteStore;
use rusqlite::Connection;

use crate::support::{Folder, refused};

fn limit(limit: u64) -> SettingsValues {
    SettingsValues::new().set("search", "limit", limit)
}

/// A folder with a database that holds the settings of `ada`.
fn with_ada() -> (Folder, SqliteStore) {
    let folder = Folder::new();
    let store = SqliteStore::open(folder.file("agents.db")).unwrap();
    store.agent("ada").update(&mut |_| Ok(limit(1))).unwrap();
    (folder, store)
}

fn run(folder: &Folder, statements: &str) {
    Connection::open(folder.file("agents.db")).unwrap().execute_batch(statements).unwrap();
}

/// The error of opening it, and of a store that was open already; it stays as it is.
fn told(folder: &Folder, open: Option<&SqliteStore>) -> String {
    let before = folder.files();
    let error = SqliteStore::open(folder.file("agents.db")).unwrap_err();
    let told = folder.told(&error);
    if let Some(open) = open {
        let again = folder.told(&refused(&open.agent("ada")));
        assert_eq!(again.replace(", agent `ada`", ""), told);
        assert_eq!(open.agents().unwrap_err(), error);
    }
    assert!(folder.files() == before, "{told}");
    told
}

#[test]
fn agents_have_their_own_settings_and_versions() {
    let (folder, store) = with_ada();
    let names = ["", "bob", "Ada", "ada ", "O'Hara; DROP TABLE agents", "名\u{0}\u{202e}", "ada%"];
    for (number, name) in (2..).zip(names) {
        assert!(store.agent(name).load().unwrap().is_empty());
        assert_eq!(store.agent(name).update(&mut |_| Ok(limit(number))).unwrap(), limit(number));
    }
    for (number, name) in (2..).zip(names) {
        assert_eq!(store.agent(name).load().unwrap(), limit(number));
    }
    assert_eq!(store.agent("ada").load().unwrap(), limit(1));
    let mut sorted = [&["ada"], &names[..]].concat();
    sorted.sort_unstable();
    assert_eq!(store.agents().unwrap(), sorted);

    // Each is raised when it is next used, whatever becomes of the others.
    let raising = store.clone().migrations(Migrations::new().then(|values| {
        match values.get("search", "limit").and_then(serde_json::Value::as_u64) {
            Some(1) => Err("1 is too few".into()),
            _ => {
                values.rename("search", "limit", "most");
                Ok(())
            }
        }
    }));
    assert_eq!(raising.agent("ada").load().unwrap_err().kind(), StoreErrorKind::Migration);
    let bob = raising.agent("bob").load().unwrap();
    assert_eq!(bob.get("search", "most"), Some(&3.into()));
    let version = |name| store.agent(name).peek().unwrap().unwrap().schema_version;
    assert_eq!((version("ada"), version("bob"), version("Ada")), (1, 2, 1));
    let error = store.agent("bob").load().unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::NewerVersion);
    assert_eq!(folder.names(), ["agents.db", "agents.db.lock"]);
}

#[test]
fn it_can_be_looked_into_with_sql() {
    let (folder, _) = with_ada();
    let query = "SELECT name || ' ' || (document ->> '$.schemaVersion') || ' ' || \
                 (document ->> '$.tools.search.limit') FROM agents";
    let connection = Connection::open(folder.file("agents.db")).unwrap();
    let row: String = connection.query_row(query, [], |row| row.get(0)).unwrap();
    assert_eq!(row, "ada 1 1");
}

#[test]
fn a_database_of_another_program_is_refused_untouched() {
    let cases = [
        ("tables", "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)"),
        ("an application", "PRAGMA application_id = 7"),
        ("a version", "PRAGMA user_version = 1"),
        ("a view", "CREATE VIEW mine AS SELECT 1"),
        ("the same tables", "CREATE TABLE agents (name TEXT, document TEXT)"),
    ];
    let mut all = Vec::new();
    for (name, statements) in cases {
        let folder = Folder::new();
        run(&folder, statements);
        all.push(format!("{name}: {}", told(&folder, None)));
        // It may be put there while a store is open.
        let (there, store) = with_ada();
        fs::copy(folder.file("agents.db"), there.file("agents.db")).unwrap();
        told(&there, Some(&store));
    }
    insta::assert_snapshot!(all.join("\n"), @"
    tables: Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings
    an application: Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings
    a version: Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings
    a view: Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings
    the same tables: Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings
    ");
}

#[test]
fn a_database_of_a_newer_layout_is_refused_untouched() {
    let (folder, store) = with_ada();
    run(&folder, "PRAGMA user_version = 2");
    insta::assert_snapshot!(told(&folder, Some(&store)), @"NewerVersion: `DIR/agents.db`: the database has layout 2, and this program knows layout 1: use the newer program, or a copy from before");
    run(&folder, "PRAGMA user_version = 0");
    insta::assert_snapshot!(told(&folder, Some(&store)), @"Unreadable: `DIR/agents.db`: this is a database of another program, and no store of settings");
}

#[test]
fn a_file_that_is_no_database_is_refused_untouched() {
    let (folder, store) = with_ada();
    let whole = fs::read(folder.file("agents.db")).unwrap();
    let header = &whole[..100];
    let cases: [(&str, Vec<u8>); 6] = [
        ("text", b"{\"schemaVersion\": 1, \"tools\": {}}\n".to_vec()),
        // SQLite itself takes one byte for nothing, and overwrites it.
        ("a line break", b"\n".to_vec()),
        ("zeros", vec![0; 8192]),
        ("half a header", header[..50].to_vec()),
        ("a header and no more", header.to_vec()),
        ("long text", b"text ".repeat(5000)),
    ];
    let mut all = Vec::new();
    for (name, bytes) in cases {
        fs::write(folder.file("agents.db"), bytes).unwrap();
        all.push(format!("{name}: {}", told(&folder, Some(&store))));
    }
    insta::assert_snapshot!(all.join("\n"), @"
    text: Unreadable: `DIR/agents.db`: this is no database, or one that was cut off
    a line break: Unreadable: `DIR/agents.db`: it is empty, and was perhaps cut off: put a copy from before in its place, or remove it to begin anew
    zeros: Unreadable: `DIR/agents.db`: this is no database, or one that was cut off
    half a header: Unreadable: `DIR/agents.db`: the database is damaged: database disk image is malformed; take a copy from before
    a header and no more: Unreadable: `DIR/agents.db`: the database is damaged: database disk image is malformed; take a copy from before
    long text: Unreadable: `DIR/agents.db`: this is no database, or one that was cut off
    ");
}

#[test]
fn a_database_that_was_cut_off_is_refused_untouched() {
    let (folder, store) = with_ada();
    let long = "x".repeat(20_000);
    store.agent("bob").update(&mut |values| Ok(values.set("a", "long", long.as_str()))).unwrap();
    let whole = fs::read(folder.file("agents.db")).unwrap();
    for length in (1..whole.len()).step_by(511) {
        fs::write(folder.file("agents.db"), &whole[..length]).unwrap();
        let before = folder.files();
        for name in ["ada", "bob"] {
            let agent = store.agent(name);
            let stored = agent.update(&mut |values| Ok(values.set("search", "limit", 2)));
            assert_eq!(stored.unwrap_err().kind(), StoreErrorKind::Unreadable, "{length}");
            let loaded = agent.load();
            assert!(loaded.is_err(), "{length}: {loaded:?}");
        }
        assert!(folder.files() == before, "{length}");
    }
}

#[test]
fn damage_within_a_database_is_told() {
    let (folder, store) = with_ada();
    let whole = fs::read(folder.file("agents.db")).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..(page + 1) * 4096].fill(0xAB);
        fs::write(folder.file("agents.db"), &damaged).unwrap();
        let error = refused(&store.agent("ada"));
        assert_eq!(error.kind(), StoreErrorKind::Unreadable, "{error}");
        assert!(fs::read(folder.file("agents.db")).unwrap() == damaged);
    }
    run_on_new("DROP TABLE agents");
    run_on_new("DROP TABLE agents; CREATE TABLE agents (name, document BLOB)");
}

/// Changes a database behind the back of a store, so that nothing is in its place.
fn run_on_new(statements: &str) {
    let (folder, store) = with_ada();
    run(&folder, statements);
    let error = store.agent("ada").update(&mut |_| Ok(limit(2)));
    if let Err(error) = error {
        assert!(error.to_string().contains("database"), "{error}");
    }
}

#[test]
fn an_empty_file_was_cut_off() {
    let (folder, store) = with_ada();
    fs::write(folder.file("agents.db"), "").unwrap();
    insta::assert_snapshot!(told(&folder, Some(&store)), @"Unreadable: `DIR/agents.db`: it is empty, and was perhaps cut off: put a copy from before in its place, or remove it to begin anew");
    run(&folder, "VACUUM");
    told(&folder, Some(&store));
}

/// What SQLite leaves beside a database was played into the new one: agents came back that
/// were gone, or pages of theirs.
#[test]
fn what_is_left_of_a_database_that_was_removed_is_not_played_into_a_new_one() {
    let (folder, store) = with_ada();
    let other = Connection::open(folder.file("agents.db")).unwrap();
    let wal = "PRAGMA journal_mode = WAL; BEGIN; SELECT name FROM agents";
    other.execute_batch(wal).unwrap();
    store.agent("ada").update(&mut |_| Ok(limit(2))).unwrap();
    let left = fs::read(folder.file("agents.db-wal")).unwrap();
    assert!(!left.is_empty());
    drop(other);
    for ending in ["-wal", "-shm", "-journal"] {
        let beside = folder.file(&format!("agents.db{ending}"));
        let _ = fs::remove_file(folder.file("agents.db"));
        fs::write(&beside, &left).unwrap();
        let told = folder.told(&SqliteStore::open(folder.file("agents.db")).unwrap_err());
        let expected = format!(
            "Failed: `DIR/agents.db`: it is not there, and `agents.db{ending}` of one that was \
             there is: put that one back beside it, or remove `agents.db{ending}` too to begin anew"
        );
        assert_eq!(told, expected);
        assert!(fs::read(&beside).unwrap() == left);
        fs::remove_file(&beside).unwrap();
        let store = SqliteStore::open(folder.file("agents.db")).unwrap();
        assert!(store.agents().unwrap().is_empty());
    }
}

#[test]
fn agents_of_any_name_are_told_apart_and_in_one_line() {
    let folder = Folder::new();
    let store = SqliteStore::open(folder.file("agents.db")).unwrap();
    let long = "n".repeat(100_000);
    let names = ["", "\0", "a\0b", "a\0c", "a", "A", " a", "é", "e\u{301}", "\u{202e}x", &long];
    for (name, number) in names.iter().zip(1..) {
        let agent = store.agent(*name);
        assert!(agent.load().unwrap().is_empty());
        agent.update(&mut |_| Ok(limit(number))).unwrap();
    }
    for (name, number) in names.iter().zip(1..) {
        assert_eq!(store.agent(*name).load().unwrap(), limit(number), "{name:?}");
    }
    let mut sorted = names;
    sorted.sort_unstable();
    assert_eq!(store.agents().unwrap(), sorted);
    run(&folder, "UPDATE agents SET document = '{}'");
    let start = |name: &str| {
        let told = folder.told(&store.agent(name).load().unwrap_err());
        told.split(": this is no document").next().unwrap().to_owned()
    };
    insta::assert_snapshot!(start("\u{202e}x"), @r"Unreadable: `DIR/agents.db`, agent `\u{202e}x`");
    insta::assert_snapshot!(start(&long).replace(&"n".repeat(100), "LONG"), @"Unreadable: `DIR/agents.db`, agent `LONG…`");
}

#[test]
fn those_who_make_it_at_once_make_one() {
    for _ in 0..20 {
        let folder = Folder::new();
        let together = std::sync::Barrier::new(6);
        std::thread::scope(|scope| {
            for number in 0..6 {
                let (together, folder) = (&together, &folder);
                scope.spawn(move || {
                    together.wait();
                    let store = SqliteStore::open(folder.file("agents.db")).unwrap();
                    store.agent(number.to_string()).update(&mut |_| Ok(limit(number))).unwrap();
                });
            }
        });
        let store = SqliteStore::open(folder.file("agents.db")).unwrap();
        assert_eq!(store.agents().unwrap(), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(folder.names(), ["agents.db", "agents.db.lock"]);
    }
}

#[test]
fn agents_are_written_at_once() {
    let (_folder, store) = with_ada();
    let store = store.lock_timeout(Duration::from_secs(300));
    std::thread::scope(|scope| {
        for agent in 0..6 {
            let agent = store.agent(agent.to_string());
            scope.spawn(move || {
                for number in 1..=20 {
                    let stored = agent.update(&mut |values| {
                        assert_eq!(values.get("search", "limit").is_some(), number > 1);
                        Ok(values.set("search", "limit", number))
                    });
                    assert_eq!(agent.load(), stored);
                }
            });
        }
    });
    for agent in 0..6 {
        assert_eq!(store.agent(agent.to_string()).load().unwrap(), limit(20));
    }
    assert_eq!(store.agent("ada").load().unwrap(), limit(1));
}

#[test]
fn it_is_no_file_that_a_person_can_read() {
    let (folder, _) = with_ada();
    let error = rulebook_store::JsonStore::at(folder.file("agents.db")).peek().unwrap_err();
    insta::assert_snapshot!(folder.told(&error), @"Unreadable: `DIR/agents.db`: this is a database, and no document of settings");
}

#[test]
fn what_is_in_its_place_is_told() {
    let folder = Folder::new();
    fs::create_dir(folder.file("folder")).unwrap();
    fs::write(folder.file("file"), "").unwrap();
    let at = |name: &str| folder.told(&SqliteStore::open(folder.file(name)).unwrap_err());
    insta::assert_snapshot!(at("folder"), @"Failed: `DIR/folder`: it is a folder: name a file in it");
    insta::assert_snapshot!(at("gone/agents.db"), @"Failed: `DIR/gone/agents.db`: its folder does not exist: make it first");
    insta::assert_snapshot!(at("file/agents.db"), @"Failed: `DIR/file/agents.db`: what should be its folder is a file");
    insta::assert_snapshot!(folder.told(&SqliteStore::open("").unwrap_err()), @"Failed: ``: it names no file");
    assert_eq!(folder.names(), ["file", "folder"]);

    let (folder, store) = with_ada();
    fs::remove_file(folder.file("agents.db")).unwrap();
    insta::assert_snapshot!(folder.told(&refused(&store.agent("ada"))), @"Failed: `DIR/agents.db`, agent `ada`: it is no longer there: open the store again");
    assert_eq!(folder.names(), ["agents.db.lock"]);
}

#[test]
fn a_name_is_only_a_name() {
    let folder = Folder::new();
    for name in [":memory:", "file:agents.db?mode=memory", "a?b#c%20d", "ä 'x'"] {
        let store = SqliteStore::open(folder.file(name)).unwrap();
        store.agent("ada").update(&mut |_| Ok(limit(1))).unwrap();
        assert!(folder.file(name).is_file(), "{name}");
    }
    assert_eq!(folder.names().len(), 8);
}

#[test]
fn another_writer_is_waited_for_and_not_forever() {
    let (folder, store) = with_ada();
    let other = Connection::open(folder.file("agents.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let ada = store.clone().lock_timeout(Duration::from_millis(1)).agent("ada");
    assert_eq!(ada.update(&mut Ok).unwrap_err().kind(), StoreErrorKind::Busy);
    assert_eq!(ada.load().unwrap(), limit(1));
    let waiting = std::thread::spawn(move || {
        store.lock_timeout(Duration::MAX).agent("ada").update(&mut |_| Ok(limit(2))).unwrap();
    });
    other.execute_batch("COMMIT").unwrap();
    waiting.join().unwrap();
    assert_eq!(ada.load().unwrap(), limit(2));
}

#[test]
fn a_change_may_look_at_another_agent() {
    let (_folder, store) = with_ada();
    let bob = store.agent("bob");
    let copied = bob.update(&mut |_| store.agent("ada").load());
    assert_eq!(copied.unwrap(), limit(1));
}

#[test]
fn a_database_keeps_the_journal_that_an_operator_chose() {
    let (folder, store) = with_ada();
    run(&folder, "PRAGMA journal_mode = WAL");
    store.agent("ada").update(&mut |_| Ok(limit(2))).unwrap();
    let connection = Connection::open(folder.file("agents.db")).unwrap();
    let mode: String =
        connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    assert_eq!(store.agent("ada").load().unwrap(), limit(2));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed() {
        let (folder, _) = with_ada();
        symlink("agents.db", folder.file("link.db")).unwrap();
        symlink("new.db", folder.file("dangling.db")).unwrap();
        let store = SqliteStore::open(folder.file("link.db")).unwrap();
        assert_eq!(store.agent("ada").load().unwrap(), limit(1));
        let store = SqliteStore::open(folder.file("dangling.db")).unwrap();
        store.agent("ada").update(&mut |_| Ok(limit(2))).unwrap();
        assert!(folder.file("new.db").is_file() && folder.file("link.db").is_symlink());
    }

    #[test]
    fn pipes_and_devices_are_refused_without_waiting() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let folder = Folder::new();
        let pipe = folder.file("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::from(0o600), 0).unwrap();
        insta::assert_snapshot!(folder.told(&SqliteStore::open(pipe).unwrap_err()), @"Failed: `DIR/pipe`: it is a pipe or a device: name a file");
        insta::assert_snapshot!(folder.told(&SqliteStore::open("/dev/zero").unwrap_err()), @"Failed: `/dev/zero`: it is a pipe or a device: name a file");
    }
}
