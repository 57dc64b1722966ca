//! Where a session's state is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::Value;

use super::answered::Answered;
use super::entry::{EntryStatus, SessionEntry};
use super::error::SessionError;
use super::turn::Turn;
use super::turns::Turns;

/// The name under which a collection's scripts keep their state.
pub(super) const OF_SCRIPTS: &str = "script";

/// State by collection and name.
pub(super) type Kept = BTreeMap<Arc<str>, BTreeMap<Arc<str>, Entry>>;

/// One piece of state, as it is saved.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) value: Arc<Value>,
    status: EntryStatus,
}

impl From<Value> for Entry {
    fn from(value: Value) -> Self {
        Self { value: Arc::new(value), status: EntryStatus::Unclaimed }
    }
}

/// Where a session's state is kept.
///
/// The locks of what is kept are held for looking and for noting only, never while
/// code of others runs: whoever reads sees the last change that is complete, and
/// waits for nobody.
#[derive(Default)]
pub(super) struct Store {
    /// Its name among conversations, when it has one.
    pub(super) id: OnceLock<String>,
    kept: Mutex<Kept>,
    answered: Mutex<Answered>,
    /// Whose turn it is to change what is kept.
    pub(super) turn: Arc<Turn>,
    /// What calls of scripts take turns by.
    pub(super) turns: Turns,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    pub(super) fn new(id: Option<String>, kept: Kept, answered: Answered) -> Self {
        let id = id.map(OnceLock::from).unwrap_or_default();
        Self { id, kept: Mutex::new(kept), answered: Mutex::new(answered), ..Self::default() }
    }

    /// Everything that is kept now. What it holds is shared, so this is cheap.
    pub(super) fn kept(&self) -> Kept {
        locked(&self.kept).clone()
    }

    pub(super) fn answered(&self) -> MutexGuard<'_, Answered> {
        locked(&self.answered)
    }

    /// Reads one piece of state, and takes note of what became of it.
    pub(super) fn read<T>(
        &self,
        collection: &Arc<str>,
        name: &str,
        read: impl FnOnce(Option<&Value>) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let value = locked(&self.kept)
            .get(collection)
            .and_then(|entries| entries.get(name))
            .map(|entry| Arc::clone(&entry.value));
        let result = read(value.as_deref());
        if let Some(value) = value {
            let status = match &result {
                Ok(_) => EntryStatus::InUse,
                Err(why) => EntryStatus::Unreadable(why.to_string()),
            };
            if self.mark(collection, name, &value, &status)
                && let EntryStatus::Unreadable(why) = status
            {
                tracing::warn!(
                    collection = &**collection,
                    name,
                    "state of a session cannot be read, and is kept as it is: {why}"
                );
            }
        }
        result.map_err(|error| error.of(collection, name))
    }

    /// Takes note of what became of a piece of state, unless it was changed since it
    /// was seen; whether that is news.
    fn mark(
        &self,
        collection: &Arc<str>,
        name: &str,
        seen: &Arc<Value>,
        status: &EntryStatus,
    ) -> bool {
        let mut kept = locked(&self.kept);
        let entry = kept.get_mut(collection).and_then(|entries| entries.get_mut(name));
        let entry = entry.filter(|entry| Arc::ptr_eq(&entry.value, seen));
        let Some(entry) = entry.filter(|entry| entry.status != *status) else { return false };
        entry.status.clone_from(status);
        true
    }

    /// Puts one piece of state in the place of what is there.
    pub(super) fn put(&self, collection: &Arc<str>, name: &str, value: Value) {
        let entry = Entry { value: Arc::new(value), status: EntryStatus::InUse };
        let mut kept = locked(&self.kept);
        let before = kept.entry(Arc::clone(collection)).or_default().insert(name.into(), entry);
        drop(kept);
        // Outside of the lock: to drop what is large takes time.
        drop(before);
    }

    pub(super) fn entries(&self) -> Vec<SessionEntry> {
        let kept = locked(&self.kept);
        let entries = kept.iter().flat_map(|(collection, entries)| {
            entries.iter().map(|(name, entry)| SessionEntry {
                collection: collection.to_string(),
                name: name.to_string(),
                status: entry.status.clone(),
            })
        });
        entries.collect()
    }

    pub(super) fn names(&self) -> Vec<String> {
        let entries = self.entries().into_iter();
        entries.map(|entry| format!("{}.{}", entry.collection, entry.name)).collect()
    }
}
