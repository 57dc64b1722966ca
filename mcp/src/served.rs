//! What is served, and how: the same for every session.

use std::time::Duration;

use rulebook::Toolkit;

use crate::approvals::Approvals;
use crate::audit::Audit;
use crate::changes::Changes;
use crate::forgotten::Forgotten;
use crate::listing::ListedTools;
use crate::metrics::Metrics;
use crate::seal::Seal;

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
    /// How long a person has to answer what they are asked.
    pub(crate) patience: Duration,
    /// What the state of a call is sealed with that a client keeps.
    pub(crate) seal: Seal,
    pub(crate) changes: Changes,
    /// How often the live context is looked at while a client wants to know of it.
    pub(crate) context_interval: Duration,
    pub(crate) forgotten: Forgotten,
}
