//! Every figure, with its name and what it means.

use prometheus::core::Collector;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    Result,
};

/// Upper bounds in seconds: from a call that is over at once to the default time-out.
const SECONDS: [f64; 12] =
    [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.5, 2.0, 10.0, 30.0, 120.0];

/// Every figure.
pub(super) struct Figures {
    pub(super) registry: Registry,
    pub(super) calls: IntCounterVec,
    pub(super) in_flight: IntGauge,
    pub(super) queue: HistogramVec,
    pub(super) run: HistogramVec,
    pub(super) sessions: IntGauge,
    pub(super) generation: IntGaugeVec,
    pub(super) reloads: IntCounterVec,
    pub(super) audit_failures: IntCounter,
}

impl Figures {
    pub(super) fn new() -> Result<Self> {
        let figures = Self {
            registry: Registry::new(),
            calls: IntCounterVec::new(
                Opts::new("rulebook_calls_total", "Calls that ended, by tool and outcome."),
                &["tool", "outcome"],
            )?,
            in_flight: IntGauge::new(
                "rulebook_calls_in_flight",
                "Calls that run or wait for their turn.",
            )?,
            queue: seconds("rulebook_call_queue_seconds", "How long calls waited for their turn.")?,
            run: seconds(
                "rulebook_call_run_seconds",
                "How long calls ran, once it was their turn.",
            )?,
            sessions: IntGauge::new("rulebook_sessions_open", "Sessions that are open.")?,
            generation: IntGaugeVec::new(
                Opts::new("rulebook_generation", "The generation that serves, by manifest."),
                &["manifest"],
            )?,
            reloads: IntCounterVec::new(
                Opts::new("rulebook_reloads_total", "Loads after the first, by outcome."),
                &["manifest", "outcome"],
            )?,
            audit_failures: IntCounter::new(
                "rulebook_audit_failures_total",
                "Calls whose line in the audit log could not be written.",
            )?,
        };
        figures.register()?;
        Ok(figures)
    }

    fn register(&self) -> Result<()> {
        let all: [Box<dyn Collector>; 8] = [
            Box::new(self.calls.clone()),
            Box::new(self.in_flight.clone()),
            Box::new(self.queue.clone()),
            Box::new(self.run.clone()),
            Box::new(self.sessions.clone()),
            Box::new(self.generation.clone()),
            Box::new(self.reloads.clone()),
            Box::new(self.audit_failures.clone()),
        ];
        all.into_iter().try_for_each(|figure| self.registry.register(figure))
    }
}

fn seconds(name: &str, help: &str) -> Result<HistogramVec> {
    let options = HistogramOpts::new(name, help).buckets(SECONDS.to_vec());
    HistogramVec::new(options, &["tool"])
}
