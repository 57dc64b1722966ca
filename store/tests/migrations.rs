//! Older documents, raised to what the host knows.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use rulebook::{Migrations, SettingsValues, StoreError, StoreErrorKind};
use serde_json::{Value, json};

use crate::processes;
use crate::support::{Folder, Kind};

/// Steps that each say that they were there.
fn steps(names: &[&'static str]) -> Migrations {
    names.iter().copied().fold(Migrations::new(), |steps, name| {
        steps.then(move |values| {
            passed(values, name);
            Ok(())
        })
    })
}

fn passed(values: &mut SettingsValues, name: &str) {
    let mut passed = values.remove("search", "passed").unwrap_or_else(|| json!([]));
    passed.as_array_mut().unwrap().push(Value::from(name));
    values.insert("search", "passed", passed);
}

fn text(version: u64) -> String {
    json!({ "schemaVersion": version, "tools": { "search": { "max": 5 } } }).to_string()
}

#[test]
fn steps_run_in_order_from_the_version_that_is_stored() {
    for kind in Kind::BOTH {
        for (version, expected) in [
            (1, json!(["a", "b", "c"])),
            (2, json!(["b", "c"])),
            (3, json!(["c"])),
            (4, Value::Null),
        ] {
            let folder = Folder::new();
            kind.put(folder.path(), text(version).as_bytes());
            let store = kind.open(folder.path(), steps(&["a", "b", "c"]));
            for _ in 0..2 {
                let passed = store.load().unwrap().get("search", "passed").cloned();
                assert_eq!(passed.unwrap_or_default(), expected, "{kind:?} {version}");
            }
            let document = kind.peek(folder.path()).unwrap().unwrap();
            assert_eq!((document.schema_version, document.values), (4, store.load().unwrap()));
        }
    }
}

#[test]
fn a_change_comes_after_the_steps_and_is_stored_with_them() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        kind.put(folder.path(), text(1).as_bytes());
        let before = folder.files();
        let store = kind.open(folder.path(), steps(&["a"]));
        let no = || StoreError::new(StoreErrorKind::Refused, "not this time");
        let error = store.update(&mut |values| {
            assert_eq!(values.get("search", "passed"), Some(&json!(["a"])));
            Err(no())
        });
        assert_eq!(error, Err(no()));
        assert_eq!(
            folder.files().get(&before.keys().next().unwrap().clone()),
            before.values().next()
        );
        let values = store.update(&mut |mut values| {
            passed(&mut values, "changed");
            Ok(values)
        });
        assert_eq!(values.unwrap().get("search", "passed"), Some(&json!(["a", "changed"])));
    }
}

#[test]
fn what_is_stored_anew_is_of_the_version_that_the_host_knows() {
    for kind in Kind::BOTH {
        let folder = Folder::new();
        let store = kind.open(folder.path(), steps(&["a", "b"]));
        assert!(store.load().unwrap().is_empty());
        store.update(&mut |values| Ok(values.set("search", "limit", 1))).unwrap();
        assert_eq!(kind.peek(folder.path()).unwrap().unwrap().schema_version, 3);
        assert_eq!(store.load().unwrap().get("search", "passed"), None);
    }
}

#[test]
fn a_step_that_fails_leaves_what_is_stored_as_it_is() {
    let failing = || steps(&["a"]).then(|_| Err("`max` is\nno number".into()));
    let panicking = || steps(&["a"]).then(|_| panic!("in the midst"));
    let mut told = Vec::new();
    for kind in Kind::BOTH {
        for migrations in [failing(), panicking()] {
            let folder = Folder::new();
            kind.put(folder.path(), text(1).as_bytes());
            let before = folder.files();
            let store = kind.open(folder.path(), migrations);
            told.push(folder.told(&crate::support::refused(&*store)));
            for (name, held) in before {
                assert_eq!(folder.files().get(&name), Some(&held), "{name}");
            }
            // Mended, it is raised from where it was.
            let store = kind.open(folder.path(), steps(&["a", "b"]));
            assert_eq!(store.load().unwrap().get("search", "passed"), Some(&json!(["a", "b"])));
        }
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    Migration: `DIR/settings.json`: the stored settings cannot be raised from version 2 to 3: `max` is\nno number
    Migration: `DIR/settings.json`: the stored settings cannot be raised from version 2 to 3: it panicked, as the log says
    Migration: `DIR/agents.db`, agent `ada`: the stored settings cannot be raised from version 2 to 3: `max` is\nno number
    Migration: `DIR/agents.db`, agent `ada`: the stored settings cannot be raised from version 2 to 3: it panicked, as the log says
    ");
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Loads, with one step.
pub(crate) fn raise_once(kind: Kind, folder: &Path) {
    let migrations = steps(&["a"]).then(|_| {
        RUNS.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    let values = kind.open(folder, migrations).load().unwrap();
    assert_eq!(values.get("search", "passed"), Some(&json!(["a"])));
}

#[test]
fn whoever_raises_at_once_does_it_once() {
    for kind in Kind::BOTH {
        for _ in 0..5 {
            let folder = Folder::new();
            kind.put(folder.path(), text(1).as_bytes());
            RUNS.store(0, Ordering::Relaxed);
            let processes: Vec<_> = (0..3)
                .map(|number| processes::start("raise", kind, folder.path(), number))
                .collect();
            let together = Arc::new(Barrier::new(4));
            thread::scope(|scope| {
                for _ in 0..4 {
                    let (together, path) = (together.clone(), folder.path());
                    scope.spawn(move || {
                        together.wait();
                        raise_once(kind, path);
                    });
                }
            });
            for mut process in processes {
                assert!(process.wait().unwrap().success());
            }
            assert!(RUNS.load(Ordering::Relaxed) <= 1);
            let document = kind.peek(folder.path()).unwrap().unwrap();
            assert_eq!(document.values.get("search", "passed"), Some(&json!(["a"])));
        }
    }
}
