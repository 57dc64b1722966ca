//! This test program started again, as another process that uses a store.

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rulebook::{Migrations, SettingsValues};

use crate::support::Kind;
use crate::{migrations, writers};

const TASK: &str = "RULEBOOK_STORE_TASK";
const FOLDER: &str = "RULEBOOK_STORE_FOLDER";
const NUMBER: &str = "RULEBOOK_STORE_NUMBER";

/// Starts a process with a task, which it does for a store in a folder.
pub(crate) fn start(task: &str, kind: Kind, folder: &Path, number: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "processes::does_its_task", "--nocapture", "--test-threads=1"])
        .env(TASK, format!("{task} {kind:?}"))
        .env(FOLDER, folder)
        .env(NUMBER, number.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Says something that the process at the other end waits for.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{text}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

/// What the other processes do; nothing when it runs as a test.
#[test]
fn does_its_task() {
    let (Ok(task), Some(folder)) = (std::env::var(TASK), std::env::var_os(FOLDER)) else { return };
    let number: usize = std::env::var(NUMBER).unwrap().parse().unwrap();
    let (folder, kind) = (Path::new(&folder), &task);
    let kind = Kind::BOTH.into_iter().find(|one| kind.ends_with(&format!("{one:?}"))).unwrap();
    match task.split(' ').next().unwrap() {
        "add" => writers::add(kind, folder, &format!("process {number}")),
        "raise" => migrations::raise_once(kind, folder),
        "count" => count(kind, folder),
        other => panic!("{other} is no task"),
    }
}

/// Stores one number after another, and says so each time, until it is killed.
fn count(kind: Kind, folder: &Path) {
    let store = kind.open(folder, Migrations::new());
    let values = store.load().unwrap();
    let mut number = counted(&values);
    say("begun");
    loop {
        number += 1;
        store.update(&mut |values| Ok(with_count(values, number))).unwrap();
        say(&format!("stored {number}"));
    }
}

/// The settings with a number, which fills several pages and stands at both ends.
pub(crate) fn with_count(values: SettingsValues, number: u64) -> SettingsValues {
    let long = number.to_string().repeat(3000 / number.to_string().len());
    let values = values.set("a", "count", number).set("b", "long", long);
    values.set("c", "count", number)
}

/// The number that is stored; checked to be stored whole.
pub(crate) fn counted(values: &SettingsValues) -> u64 {
    let number = values.get("a", "count").map_or(0, |number| number.as_u64().unwrap());
    if number > 0 {
        assert_eq!(*values, with_count(values.clone(), number));
    }
    number
}
