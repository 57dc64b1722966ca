//! What a call turned out to be.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::tool::ToolSpec;

/// What a call turned out to be, for those who keep accounts of calls.
///
/// Give it along with [`CallOptions::record`](crate::CallOptions::record), and ask it
/// when the call has ended. Clones are one and the same record; it is for one call.
#[derive(Clone, Debug, Default)]
pub struct CallRecord(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    revision: OnceLock<String>,
    waited: OnceLock<Duration>,
    spec: OnceLock<Arc<ToolSpec>>,
}

impl CallRecord {
    /// A record with nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The [`revision`](crate::Tool::revision) of the tool that was called, where it has
    /// one: for a script's tool the hash of all that its generation was read from.
    #[must_use]
    pub fn revision(&self) -> Option<&str> {
        self.0.revision.get().map(String::as_str)
    }

    /// What was told of the tool that ran, which may be another by now; nothing when none
    /// did.
    #[must_use]
    pub fn spec(&self) -> Option<Arc<ToolSpec>> {
        self.0.spec.get().cloned()
    }

    pub(super) fn runs(&self, spec: Arc<ToolSpec>) {
        let _ = self.0.spec.set(spec);
    }

    /// How long the call waited for its turn before it began to run; nothing when it
    /// did not begin.
    #[must_use]
    pub fn waited(&self) -> Option<Duration> {
        self.0.waited.get().copied()
    }
}
