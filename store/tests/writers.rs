//! Many writers at once: threads, handles and processes.

use std::path::Path;
use std::thread;

use rulebook::Migrations;

use crate::processes;
use crate::support::{Folder, Kind};

const MEMBERS: usize = 50;
const PROCESSES: usize = 4;

/// Adds members, each with a save of its own.
pub(crate) fn add(kind: Kind, folder: &Path, writer: &str) {
    let store = kind.open(folder, Migrations::new());
    for number in 0..MEMBERS {
        store
            .update(&mut |values| Ok(values.set("all", &format!("{writer}: {number}"), 1)))
            .unwrap();
    }
}

fn nothing_is_lost(kind: Kind) {
    let folder = Folder::new();
    let path = folder.path();
    let started: Vec<_> =
        (0..PROCESSES).map(|number| processes::start("add", kind, path, number)).collect();
    // Half of the threads share a handle, and the others have one each.
    let shared = kind.open(path, Migrations::new());
    thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || add(kind, path, &format!("thread {thread}")));
            let shared = &shared;
            scope.spawn(move || {
                for number in 0..MEMBERS {
                    let member = format!("shared {thread}: {number}");
                    shared.update(&mut |values| Ok(values.set("all", &member, 1))).unwrap();
                }
            });
        }
    });
    for mut process in started {
        assert!(process.wait().unwrap().success());
    }
    let stored = kind.open(path, Migrations::new()).load().unwrap();
    assert_eq!(stored.of("all").unwrap().len(), (8 + PROCESSES) * MEMBERS);
    let names = match kind {
        Kind::Json => vec!["settings.json", "settings.json.lock"],
        Kind::Sqlite => vec!["agents.db", "agents.db.lock"],
    };
    assert_eq!(folder.names(), names);
}

#[test]
fn nothing_is_lost_in_a_file() {
    nothing_is_lost(Kind::Json);
}

#[test]
fn nothing_is_lost_in_a_database() {
    nothing_is_lost(Kind::Sqlite);
}
