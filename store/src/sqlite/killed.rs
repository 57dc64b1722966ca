//! The making of a database, killed at every place between two steps.

use std::fs;

use rulebook::{SettingsStore as _, SettingsValues};

use super::SqliteStore;
use crate::step::in_tests::killed_at;

#[test]
fn a_making_killed_at_any_place_is_made_good_by_the_next() {
    for place in 1.. {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("agents.db");
        let (passed, made) = killed_at(Some(place), || SqliteStore::open(&path).unwrap());
        assert_eq!(path.exists(), passed.contains(&"renamed"), "{passed:?}");
        let store = SqliteStore::open(&path).unwrap();
        assert!(store.agents().unwrap().is_empty());
        let values = SettingsValues::new().set("search", "limit", 1);
        store.agent("ada").update(&mut |_| Ok(values.clone())).unwrap();
        assert_eq!(SqliteStore::open(&path).unwrap().agent("ada").load().unwrap(), values);
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["agents.db", "agents.db.lock"], "{passed:?}");
        if made.is_some() {
            assert!(place > 7, "{passed:?}");
            return;
        }
    }
}
