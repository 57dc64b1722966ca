//! What is served, and how: the same for every session.

use rulebook::Toolkit;

use crate::approvals::Approvals;
use crate::audit::Audit;
use crate::listing::ListedTools;
use crate::metrics::Metrics;

/// What is served, and how.
pub(crate) struct Served {
    pub(crate) toolkit: Toolkit,
    /// What the server calls itself.
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) approvals: Approvals,
    pub(crate) listed: ListedTools,
    /// How many bytes a message on a stream may have.
    pub(crate) longest_message: usize,
    pub(crate) metrics: Metrics,
    pub(crate) audit: Option<Audit>,
}
