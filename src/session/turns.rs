//! What calls of scripts take turns by: one turn for each collection.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What calls of scripts take turns by: one turn for each collection.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<Arc<str>, Arc<tokio::sync::Mutex<()>>>>);

impl Turns {
    pub(super) fn of(&self, collection: &Arc<str>) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(turns.entry(Arc::clone(collection)).or_default())
    }
}
