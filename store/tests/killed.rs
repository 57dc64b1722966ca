//! A writer that is killed, wherever it is.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader};
use std::thread;
use std::time::{Duration, Instant};

use rulebook::{Migrations, SettingsStore as _, SettingsValues};
use rulebook_store::SqliteStore;

use crate::processes::{self, counted, with_count};
use crate::support::{Folder, Kind};

const TIMES: u64 = 200;

/// A writer of another tool, or of another agent, whose settings have to stay.
fn others() -> SettingsValues {
    SettingsValues::new().set("other", "kept", "as it is")
}

fn killed_at_random(kind: Kind) {
    let folder = Folder::new();
    let path = folder.path();
    let known = match kind {
        Kind::Json => ["settings.json", "settings.json.lock", "settings.json.saving"],
        Kind::Sqlite => ["agents.db", "agents.db.lock", "agents.db-journal"],
    };
    let store = kind.open(path, Migrations::new());
    store.update(&mut |_| Ok(others())).unwrap();
    let bob =
        (kind == Kind::Sqlite).then(|| SqliteStore::open(kind.file(path)).unwrap().agent("bob"));
    if let Some(bob) = &bob {
        bob.update(&mut |_| Ok(others())).unwrap();
    }

    // Long enough for a few saves, however long one takes here and now.
    let start = Instant::now();
    for number in 1..=10 {
        store.update(&mut |values| Ok(with_count(values, number))).unwrap();
    }
    let longest = start.elapsed() / 10 * 4;
    store.update(&mut |_| Ok(others())).unwrap();

    let (mut saves, mut left_over) = (0, 0);
    for time in 0..TIMES {
        let mut process = processes::start("count", kind, path, 0);
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        lines.find(|line| line.ends_with("begun")).unwrap();
        // Each time another hash, and so another time to wait.
        let random = u128::from(RandomState::new().hash_one(time)) % longest.as_nanos();
        let random = Duration::from_nanos(random.try_into().unwrap());
        thread::sleep(random);
        process.kill().unwrap();
        process.wait().unwrap();
        // A line that was cut off says nothing.
        let said = lines.filter_map(|line| line.strip_prefix("stored ")?.parse::<u64>().ok());
        let said = said.last().unwrap_or(0);
        let what = format!("killed after {random:?}, time {time}");

        let names = folder.names();
        assert!(names.iter().all(|name| known.contains(&name.as_str())), "{what}: {names:?}");
        left_over += usize::from(names.iter().any(|name| *name == known[2]));
        let stored = store.load();
        assert!(stored.is_ok(), "{what}: {stored:?}");
        let stored = stored.unwrap();
        let number = counted(&stored);
        assert!(number >= said, "{what}: {number} is stored, and {said} was said to be");
        assert!(number <= said.max(saves) + 1, "{what}: {number} is stored, long after {said}");
        saves = number;
        assert_eq!(stored.of("other"), others().of("other"), "{what}");
        if let Some(bob) = &bob {
            assert_eq!(bob.load().unwrap(), others(), "{what}");
        }
    }
    // It was at work, and was killed at work.
    assert!(saves > TIMES / 4, "{saves} saves");
    assert!(left_over > 0, "no save was cut off");
    // The next save leaves nothing over.
    store.update(&mut |values| Ok(with_count(values, saves + 1))).unwrap();
    assert!(!folder.names().iter().any(|name| *name == known[2]));
}

#[test]
fn a_file_holds_what_was_stored() {
    killed_at_random(Kind::Json);
}

#[test]
fn a_database_holds_what_was_stored() {
    killed_at_random(Kind::Sqlite);
}
