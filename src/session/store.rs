//! Where a session's state is kept.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;

use super::entry::{EntryStatus, SessionEntry};
use super::error::{SessionError, SessionErrorKind};

/// The name under which a collection's scripts keep their state.
const OF_SCRIPTS: &str = "script";

/// State by collection and name.
pub(super) type Kept = BTreeMap<Arc<str>, BTreeMap<String, Entry>>;

/// One piece of state, as it is saved.
pub(super) struct Entry {
    pub(super) value: Value,
    status: EntryStatus,
}

impl From<Value> for Entry {
    fn from(value: Value) -> Self {
        Self { value, status: EntryStatus::Unclaimed }
    }
}

/// Where a session's state is kept.
#[derive(Default)]
pub(super) struct Store {
    kept: Mutex<Kept>,
    /// The thread that changes or reads it now, which would wait for itself.
    holder: Mutex<Option<ThreadId>>,
    /// What scripts of a collection take turns by.
    turns: Mutex<HashMap<Arc<str>, Arc<tokio::sync::Mutex<()>>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store {
    pub(super) fn new(kept: Kept) -> Self {
        Self { kept: Mutex::new(kept), ..Self::default() }
    }

    pub(super) fn kept(&self) -> MutexGuard<'_, Kept> {
        locked(&self.kept)
    }

    /// Reads one piece of state.
    pub(super) fn read<T>(
        &self,
        collection: &Arc<str>,
        name: &str,
        read: impl FnOnce(Option<&Value>) -> Result<T, SessionError>,
    ) -> Result<T, SessionError> {
        let mut held = self.hold()?;
        let mut entry = held.kept.get_mut(collection).and_then(|entries| entries.get_mut(name));
        let result = read(entry.as_ref().map(|entry| &entry.value));
        match (&result, &mut entry) {
            (Ok(_), Some(entry)) => entry.status = EntryStatus::InUse,
            (Err(why), Some(entry)) => entry.status = EntryStatus::Unreadable(why.to_string()),
            (_, None) => {}
        }
        result.map_err(|error| error.of(collection, name))
    }

    /// Changes one piece of state, unless the change fails.
    pub(super) fn change<R, E: From<SessionError>>(
        &self,
        collection: &Arc<str>,
        name: &str,
        change: impl FnOnce(Option<&Value>) -> Result<(Value, R), E>,
    ) -> Result<R, E> {
        let mut held = self.hold()?;
        let before = held.kept.get(collection).and_then(|entries| entries.get(name));
        let (value, given) = change(before.map(|entry| &entry.value))?;
        let entries = held.kept.entry(Arc::clone(collection)).or_default();
        entries.insert(name.to_owned(), Entry { value, status: EntryStatus::InUse });
        Ok(given)
    }

    /// Takes hold of everything that is kept, unless this thread has hold of it.
    fn hold(&self) -> Result<Held<'_>, SessionError> {
        let here = thread::current().id();
        if *locked(&self.holder) == Some(here) {
            let text = "the session is being changed by the closure that asks for it: take what \
                        is needed before";
            return Err(SessionError::new(SessionErrorKind::Busy, text));
        }
        let kept = locked(&self.kept);
        *locked(&self.holder) = Some(here);
        Ok(Held { holder: &self.holder, kept })
    }

    pub(super) fn entries(&self) -> Vec<SessionEntry> {
        let kept = self.kept();
        let entries = kept.iter().flat_map(|(collection, entries)| {
            entries.iter().map(|(name, entry)| SessionEntry {
                collection: collection.to_string(),
                name: name.clone(),
                status: entry.status.clone(),
            })
        });
        entries.collect()
    }

    pub(super) fn names(&self) -> Vec<String> {
        let entries = self.entries().into_iter();
        entries.map(|entry| format!("{}.{}", entry.collection, entry.name)).collect()
    }

    pub(super) fn of_scripts(&self, collection: &str) -> Option<Value> {
        Some(self.kept().get(collection)?.get(OF_SCRIPTS)?.value.clone())
    }

    pub(super) async fn lease(store: &Arc<Self>, collection: &str) -> Lease {
        let collection = Arc::<str>::from(collection);
        let turn = Arc::clone(locked(&store.turns).entry(Arc::clone(&collection)).or_default());
        let turn = turn.lock_owned().await;
        Lease { store: Arc::clone(store), collection, _turn: turn }
    }
}

/// Everything that is kept, for the one thread that has hold of it.
struct Held<'a> {
    holder: &'a Mutex<Option<ThreadId>>,
    kept: MutexGuard<'a, Kept>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        *locked(self.holder) = None;
    }
}

/// The state that a collection's scripts keep in a session, for one call of them.
pub(crate) struct Lease {
    store: Arc<Store>,
    collection: Arc<str>,
    _turn: OwnedMutexGuard<()>,
}

impl Lease {
    /// What earlier calls kept.
    pub(crate) fn state(&self) -> Option<Value> {
        self.store.of_scripts(&self.collection)
    }

    /// Keeps the state for later calls.
    pub(crate) fn keep(&self, state: Value) {
        let mut kept = self.store.kept();
        let entries = kept.entry(Arc::clone(&self.collection)).or_default();
        entries.insert(OF_SCRIPTS.to_owned(), Entry { value: state, status: EntryStatus::InUse });
    }
}
