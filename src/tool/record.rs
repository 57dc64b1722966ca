//! What a call turned out to be.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::spec::ToolSpec;

/// What a call turned out to be, for those who keep accounts of calls.
///
/// Give it along with [`CallOptions::record`](crate::CallOptions::record), and ask it
/// when the call has ended. Clones are one and the same record; it is for one call.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::{CallOptions, CallRecord, Session, ToolSet, Toolkit};
/// use serde_json::json;
///
/// let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
/// let hash = rules.hash().to_owned();
/// let toolkit = Toolkit::builder().collection(rules).build()?;
///
/// let record = CallRecord::new();
/// let options = CallOptions::new(&Session::new()).record(&record);
/// let _refused = toolkit.call("calculate_refund_amount", json!({}), options).await;
/// assert_eq!(record.revision(), Some(hash.as_str()));
/// assert_eq!(record.waited(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct CallRecord(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    revision: OnceLock<String>,
    spec: OnceLock<Arc<ToolSpec>>,
    waited: OnceLock<Duration>,
    /// Whether the tool tells by itself when it begins.
    claimed: AtomicBool,
}

impl CallRecord {
    /// A record with nothing in it yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The [`revision`](crate::Tool::revision) of the tool that was called, where it has
    /// one: for a script's tool the hash of all that its generation was read from. It is
    /// that of the generation which was looked at for this call, whatever is loaded since.
    #[must_use]
    pub fn revision(&self) -> Option<&str> {
        self.0.revision.get().map(String::as_str)
    }

    /// What was told of the tool that ran, whatever is told of it since; nothing when none
    /// did.
    #[must_use]
    pub fn spec(&self) -> Option<&Arc<ToolSpec>> {
        self.0.spec.get()
    }

    /// How long the call waited for its turn before it began to run: that of a script
    /// for its session and in the queue of its tool set; no time for a tool in Rust.
    /// Nothing when it did not begin: its arguments were wrong, someone has to approve
    /// it, or its time was over or it was given up while it waited.
    #[must_use]
    pub fn waited(&self) -> Option<Duration> {
        self.0.waited.get().copied()
    }

    /// The tool was looked at for the call.
    pub(crate) fn prepared(&self, revision: impl FnOnce() -> Option<String>) {
        if let Some(revision) = revision() {
            self.0.revision.get_or_init(|| revision);
        }
    }

    /// The tool is about to run.
    pub(crate) fn runs(&self, spec: &Arc<ToolSpec>) {
        self.0.spec.get_or_init(|| Arc::clone(spec));
    }

    /// The tool tells by itself when it begins.
    pub(crate) fn claim(&self) {
        self.0.claimed.store(true, Ordering::Relaxed);
    }

    /// The call begins to run.
    pub(crate) fn began(&self, waited: Duration) {
        self.0.waited.get_or_init(|| waited);
    }

    /// The call was handed to its tool, which begins at once unless it tells when.
    pub(crate) fn handed_over(&self) {
        if !self.0.claimed.load(Ordering::Relaxed) {
            self.began(Duration::ZERO);
        }
    }
}

/// Clones of one record are equal.
impl PartialEq for CallRecord {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
