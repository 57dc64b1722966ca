//! Figures of what is served, as Prometheus reads them.

mod figures;
mod reloads;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use prometheus::{IntGauge, TextEncoder};

use figures::Figures;

/// Figures of calls, sessions and reloads, for Prometheus. Clones are one and the same.
///
/// | Figure | Means |
/// |---|---|
/// | `rulebook_calls_total{tool,outcome}` | calls that ended: `ok`, or the code of the error, `timed_out` among them |
/// | `rulebook_calls_in_flight` | calls that run or wait for their turn |
/// | `rulebook_call_queue_seconds{tool}` | how long calls waited for their turn |
/// | `rulebook_call_run_seconds{tool}` | how long they ran then |
/// | `rulebook_sessions_open` | sessions, and clients on a pair of streams |
/// | `rulebook_generation{manifest}` | the generation that serves |
/// | `rulebook_reloads_total{manifest,outcome}` | loads after the first: `loaded` or `failed` |
/// | `rulebook_audit_failures_total` | calls whose line in the audit log could not be written |
///
/// A call that waits for approval counts as `needs_approval`, and as one of its own when
/// it is answered. One whose tool asks the person something counts, in the revision
/// 2026-07-28, as `input_required`, and again when it is run with the answer. A name that no tool has is counted with an empty `tool`.
///
/// ```
/// use rulebook::{Collection, Toolkit};
/// use rulebook_mcp::{McpServer, Metrics};
///
/// let metrics = Metrics::new();
/// let desk = Collection::builder("desk").build()?;
/// let toolkit = Toolkit::builder().collection(desk).build()?;
/// let server = McpServer::builder(toolkit).metrics(&metrics).build();
/// assert!(metrics.render().contains("rulebook_calls_in_flight 0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Metrics(Arc<Figures>);

/// The outcome of a call that did not fail.
pub(crate) const OK: &str = "ok";

/// How the media type of [`Metrics::render`] is called in HTTP.
#[cfg(feature = "http")]
pub(crate) const MEDIA_TYPE: &str = prometheus::TEXT_FORMAT;

impl Metrics {
    /// Figures that are all zero yet.
    #[must_use]
    #[expect(clippy::expect_used, reason = "names and labels are constants, which a test makes")]
    pub fn new() -> Self {
        Self(Arc::new(Figures::new().expect("the names are valid, and none is there twice")))
    }

    /// The figures as they are now, in the text format of Prometheus (version 0.0.4),
    /// sorted by name and labels.
    #[must_use]
    pub fn render(&self) -> String {
        TextEncoder::new().encode_to_string(&self.0.registry.gather()).unwrap_or_else(|error| {
            tracing::error!("the metrics cannot be rendered: {error}");
            String::new()
        })
    }

    /// A call that has begun; it counts as in flight until this is dropped.
    pub(crate) fn call(&self) -> Open {
        Open::new(&self.0.in_flight)
    }

    /// How many calls are in flight.
    pub(crate) fn calls(&self) -> i64 {
        self.0.in_flight.get()
    }

    /// A session that has begun; it counts as open until this is dropped.
    pub(crate) fn session(&self) -> Open {
        Open::new(&self.0.sessions)
    }

    /// A call that has ended.
    pub(crate) fn ended(&self, call: &Ended<'_>) {
        let Ended { tool, outcome, took, waited } = *call;
        self.0.calls.with_label_values(&[tool, outcome]).inc();
        if waited.is_none() && outcome != OK {
            return;
        }
        // A tool that says nothing of a queue has none.
        let waited = waited.unwrap_or_default();
        let ran = took.saturating_sub(waited);
        self.0.queue.with_label_values(&[tool]).observe(waited.as_secs_f64());
        self.0.run.with_label_values(&[tool]).observe(ran.as_secs_f64());
    }

    /// A line of the audit log that could not be written.
    pub(crate) fn unrecorded(&self) {
        self.0.audit_failures.inc();
    }
}

/// A call that has ended.
#[derive(Clone, Copy)]
pub(crate) struct Ended<'a> {
    /// The tool; empty when there is no such tool.
    pub(crate) tool: &'a str,
    /// `ok`, or the code of the error.
    pub(crate) outcome: &'a str,
    pub(crate) took: Duration,
    /// How long it waited for its turn; nothing when it never began to run.
    pub(crate) waited: Option<Duration>,
}

/// Something that counts for as long as it is there.
pub(crate) struct Open(IntGauge);

impl Open {
    fn new(gauge: &IntGauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}
