//! A save that is killed at every place between two steps.

use std::collections::BTreeSet;
use std::fs;

use rulebook::{Migrations, SettingsStore, SettingsValues};

use super::JsonStore;
use crate::step::in_tests::killed_at;

struct Case {
    name: &'static str,
    /// The file before; none where there is none.
    before: Option<&'static str>,
    /// What an earlier save left over that was killed.
    left_over: Option<&'static str>,
    migrations: fn() -> Migrations,
}

const OLD: &str = r#"{"schemaVersion": 1, "tools": {"search": {"max": 5}, "find": {"a": "b"}}}"#;
const NEW: &str = r#"{
  "schemaVersion": 2,
  "tools": { "search": { "limit": 5 }, "find": { "a": "b" } }
}"#;

fn raising() -> Migrations {
    Migrations::new().then(|values| {
        values.rename("search", "max", "limit");
        Ok(())
    })
}

fn cases() -> [Case; 5] {
    let case = |name, before, left_over| Case { name, before, left_over, migrations: raising };
    [
        case("a new file", None, None),
        case("a file replaced", Some(NEW), None),
        case("a file raised", Some(OLD), None),
        case("after a save that was killed", Some(NEW), Some("{\"schema")),
        Case { migrations: Migrations::new, ..case("version 1", Some(OLD), None) },
    ]
}

fn with_counter(values: SettingsValues, count: u64) -> SettingsValues {
    values.set("search", "count", count).set("other", "count", count)
}

/// Runs a case until it is killed at a place; whether it was.
fn run(case: &Case, place: usize) -> (Vec<&'static str>, bool) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    if let Some(text) = case.before {
        fs::write(&path, text).unwrap();
    }
    if let Some(text) = case.left_over {
        fs::write(folder.path().join("settings.json.saving"), text).unwrap();
    }
    let store = JsonStore::at(&path).migrations((case.migrations)());
    let (passed, ended) = killed_at(Some(place), || {
        store.update(&mut |values| Ok(with_counter(values, 1))).unwrap();
    });
    let what = format!("{}, killed after {passed:?}", case.name);

    // Until the new one is there, the old one is, to the byte.
    let text = fs::read_to_string(&path).ok();
    if passed.contains(&"renamed") {
        assert_ne!(text.as_deref(), case.before, "{what}");
    } else {
        assert_eq!(text.as_deref(), case.before, "{what}");
    }
    // Whoever starts then reads all of the one or all of the other.
    let reader = store.clone();
    let before = reader.load().unwrap();
    let count = before.get("search", "count");
    assert_eq!(count, before.get("other", "count"), "{what}");
    assert_eq!(count.is_some(), passed.contains(&"renamed"), "{what}");
    if case.before.is_some() {
        assert_eq!(before.get("find", "a"), Some(&"b".into()), "{what}");
    }
    // The next save works, and tidies.
    let after = reader.update(&mut |values| Ok(with_counter(values, 2))).unwrap();
    assert_eq!(after, with_counter(before, 2), "{what}");
    assert_eq!(reader.load().unwrap(), after, "{what}");
    let names = fs::read_dir(folder.path()).unwrap();
    let names: BTreeSet<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["settings.json", "settings.json.lock"].map(Into::into).into(), "{what}");
    (passed, ended.is_none())
}

#[test]
fn a_save_killed_at_any_place_loses_nothing() {
    for case in cases() {
        let mut place = 1;
        while run(&case, place).1 {
            place += 1;
        }
        assert!(place > 8, "{} has {place} places", case.name);
    }
}

#[test]
fn a_save_is_durable_before_it_takes_the_place_of_the_old_one() {
    let steps = |case: &Case| {
        let (mut passed, killed) = run(case, usize::MAX);
        assert!(!killed);
        passed.dedup();
        passed.join(", ")
    };
    let [new, replaced, ..] = cases();
    insta::assert_snapshot!(steps(&new), @"locked, read, left over removed, created, part written, synced, renamed, folder synced");
    insta::assert_snapshot!(steps(&replaced), @"locked, read, left over removed, created, group kept, permissions kept, part written, synced, renamed, folder synced");
}
