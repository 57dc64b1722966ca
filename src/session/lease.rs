//! Turns of the calls of one collection's scripts in one session.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;

use super::store::{OF_SCRIPTS, Store};

/// What calls of scripts take turns by: one turn for each collection.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<Arc<str>, Arc<tokio::sync::Mutex<()>>>>);

impl Turns {
    fn of(&self, collection: &Arc<str>) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(turns.entry(Arc::clone(collection)).or_default())
    }
}

/// The turn of one call: first come, first served. The next one has it when this is
/// dropped, and whoever stops waiting holds up nobody.
pub(crate) struct Lease {
    store: Arc<Store>,
    collection: Arc<str>,
    _turn: OwnedMutexGuard<()>,
}

impl Lease {
    pub(super) async fn take(store: &Arc<Store>, turns: &Turns, collection: Arc<str>) -> Self {
        let turn = turns.of(&collection).lock_owned().await;
        Self { store: Arc::clone(store), collection, _turn: turn }
    }

    /// Keeps the state for later calls.
    pub(crate) fn keep(&self, state: Value) {
        self.store.put(&self.collection, OF_SCRIPTS, state);
    }
}
