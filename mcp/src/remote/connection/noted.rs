//! Notes in the log, at a bounded rate.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How often something is noted at most.
const RATE: Duration = Duration::from_secs(1);

/// When something was noted last.
#[derive(Default)]
pub(in crate::remote) struct Noted(Mutex<Option<Instant>>);

impl Noted {
    /// A warning about a server, by the name of its collection; something less where there was one just before.
    pub(in crate::remote) fn note(&self, collection: &str, what: fmt::Arguments<'_>) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|last| last.elapsed() >= RATE) {
            *last = Some(Instant::now());
            tracing::warn!(collection, "{what}");
        } else {
            tracing::debug!(collection, "{what}");
        }
    }
}
