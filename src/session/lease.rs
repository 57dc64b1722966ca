//! Turns of the calls of one collection's scripts in one session.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::OwnedMutexGuard;

use super::store::{OF_SCRIPTS, Store};

/// The turn of one call: first come, first served. The next one has it when this is
/// dropped, and whoever stops waiting holds up nobody.
pub(crate) struct Lease {
    store: Arc<Store>,
    collection: Arc<str>,
    _turn: OwnedMutexGuard<()>,
}

impl Lease {
    pub(super) async fn take(store: Arc<Store>, collection: Arc<str>) -> Self {
        let turn = store.turns.of(&collection).lock_owned().await;
        Self { store, collection, _turn: turn }
    }

    /// The turn, if nobody has it or waits for it.
    pub(super) fn take_now(store: Arc<Store>, collection: Arc<str>) -> Option<Self> {
        let turn = store.turns.of(&collection).try_lock_owned().ok()?;
        Some(Self { store, collection, _turn: turn })
    }

    /// Keeps the state for later calls.
    pub(crate) fn keep(&self, state: Value) {
        self.store.put(&self.collection, OF_SCRIPTS, state);
    }
}
