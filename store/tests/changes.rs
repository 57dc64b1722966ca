//! What a change stores, and what it leaves alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use rulebook::{
    Migrations, SettingsError, SettingsStore, SettingsValues, StoreError, StoreErrorKind,
};
use rulebook_store::{JsonStore, SqliteStore};
use serde_json::{Value, json};

use crate::support::{Folder, Kind};

#[test]
fn nothing_is_stored_until_something_is() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), Migrations::new());
        assert_eq!(store.load().unwrap(), SettingsValues::new());
        assert_eq!(kind.peek(folder.path()).unwrap(), None);
        assert_eq!(store.update(&mut Ok).unwrap(), SettingsValues::new());
        assert_eq!(kind.peek(folder.path()).unwrap(), None);
        assert!(!folder.names().contains(&"settings.json".to_owned()));
    }
}

#[test]
fn a_change_sees_what_is_stored_and_gives_what_is_stored_then() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), Migrations::new());
        let one = store.update(&mut |values| Ok(values.set("search", "limit", 1))).unwrap();
        let two = store.update(&mut |values| {
            assert_eq!(values, one);
            Ok(values.set("search", "tags", json!(["a", null])))
        });
        assert_eq!(kind.open(folder.path(), Migrations::new()).load(), two);
        store.update(&mut |_| Ok(SettingsValues::new())).unwrap();
        assert!(store.load().unwrap().is_empty());
    }
}

#[test]
fn nothing_is_written_where_nothing_changes() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        // Laid out as a person may do it.
        let text = b"\xef\xbb\xbf{\"tools\":\r\n{\"search\": {\"limit\": 1}},\"schemaVersion\":1}";
        kind.put(folder.path(), text);
        let store = kind.open(folder.path(), Migrations::new());
        let before =
            (folder.files().remove(folder.names().first().unwrap()), modified(&folder, kind));
        store.update(&mut Ok).unwrap();
        store.update(&mut |values| Ok(values.set("search", "limit", 1))).unwrap();
        store.load().unwrap();
        let after =
            (folder.files().remove(folder.names().first().unwrap()), modified(&folder, kind));
        assert_eq!(before, after, "{kind:?}");
    }
}

fn modified(folder: &Folder, kind: Kind) -> std::time::SystemTime {
    kind.file(folder.path()).metadata().unwrap().modified().unwrap()
}

#[test]
fn an_error_of_the_change_is_the_callers_own() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), Migrations::new());
        let stored = store.update(&mut |values| Ok(values.set("search", "limit", 1)));
        let own = StoreError::new(StoreErrorKind::Refused, "no such thing");
        assert_eq!(store.update(&mut |_| Err(own.clone())), Err(own));
        assert_eq!(store.load(), stored);
        assert!(!folder.names().iter().any(|name| name.contains("saving")));
    }
}

#[test]
fn a_change_that_panics_stores_nothing_and_holds_nobody_up() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), Migrations::new());
        let stored = store.update(&mut |values| Ok(values.set("search", "limit", 1)));
        let panicked = catch_unwind(AssertUnwindSafe(|| store.update(&mut |_| panic!("no"))));
        assert!(panicked.is_err());
        assert_eq!(store.load(), stored);
        store.update(&mut |values| Ok(values.set("search", "limit", 2))).unwrap();
    }
}

#[test]
fn a_change_within_a_change_is_refused_and_a_look_is_not() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let file = kind.file(folder.path());
        let short = Duration::from_millis(30);
        let store: Box<dyn SettingsStore> = match kind {
            Kind::Json => Box::new(JsonStore::at(&file).lock_timeout(short)),
            Kind::Sqlite => {
                Box::new(SqliteStore::open(&file).unwrap().lock_timeout(short).agent("ada"))
            }
        };
        let stored = store.update(&mut |values| {
            assert_eq!(store.load().unwrap(), values);
            let error = store.update(&mut Ok).unwrap_err();
            assert_eq!(error.kind(), StoreErrorKind::Busy);
            Ok(values.set("search", "error", folder.told(&error)))
        });
        let told = stored.unwrap().get("search", "error").cloned().unwrap();
        match kind {
            Kind::Json => {
                insta::assert_snapshot!(told, @r#""Busy: `DIR/settings.json`: another writer has kept it for 30ms: try again""#)
            }
            Kind::Sqlite => {
                insta::assert_snapshot!(told, @r#""Busy: `DIR/agents.db`, agent `ada`: another writer has kept the database for too long: try again""#)
            }
        }
    }
}

#[test]
fn what_could_not_be_read_again_is_not_stored() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), Migrations::new());
        let stored = store.update(&mut |values| Ok(values.set("search", "limit", 1)));
        let nested = |depth: u32| (0..depth).fold(json!(1), |inner, _| Value::Array(vec![inner]));
        let mut told = Vec::new();
        for value in [nested(126), nested(500), json!("x".repeat(17 << 20))] {
            let error = store.update(&mut |values| Ok(values.set("search", "deep", value.clone())));
            told.push(
                folder
                    .told(&error.unwrap_err())
                    .replace(kind.file(folder.path()).to_str().unwrap(), "FILE"),
            );
            assert_eq!(store.load(), stored);
        }
        store.update(&mut |values| Ok(values.set("search", "deep", nested(125)))).unwrap();
        assert_eq!(store.load().unwrap().get("search", "deep"), Some(&nested(125)));
        match kind {
            Kind::Json => insta::assert_snapshot!(told.join("\n"), @"
            Refused: `DIR/settings.json`: these settings cannot be stored: they are nested more than 125 deep
            Refused: `DIR/settings.json`: these settings cannot be stored: they are nested more than 125 deep
            Refused: `DIR/settings.json`: these settings cannot be stored: they would have more than 16 MiB
            "),
            Kind::Sqlite => insta::assert_snapshot!(told.join("\n"), @"
            Refused: `DIR/agents.db`, agent `ada`: these settings cannot be stored: they are nested more than 125 deep
            Refused: `DIR/agents.db`, agent `ada`: these settings cannot be stored: they are nested more than 125 deep
            Refused: `DIR/agents.db`, agent `ada`: these settings cannot be stored: they would have more than 16 MiB
            "),
        }
    }
}

#[test]
fn a_refused_setting_is_told_as_data() {
    // What a toolkit refuses comes out as it went in.
    let folder = Folder::new();
    let store = JsonStore::at(folder.file("settings.json"));
    let record = rulebook::SettingsRecord::new("Search", Vec::new());
    let values = SettingsValues::new().set("search", "limit", 1);
    let layers = rulebook::SettingsLayers { run: Some(&values), ..Default::default() };
    let refused: SettingsError = record.resolve("search", layers).unwrap_err();
    let error = store.update(&mut |_| Err(refused.clone().into())).unwrap_err();
    assert_eq!(error.refused(), Some(&refused));
}
