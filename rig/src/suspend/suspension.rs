//! The place that a run is put in when it has to wait.

use std::sync::{Arc, Mutex, PoisonError};

use super::run::SuspendedRun;

/// The place that a run is put in when it has to wait for an approval.
///
/// One is for one run, which ends with an error when it has to wait; then it is here. Other
/// hooks see it end so as well. Clones are one and the same.
///
/// ```no_run
/// # async fn sample(agent: rig_agent::Agent, session: rulebook::Session) {
/// use futures_util::StreamExt;
/// use rulebook_rig::{RunOptions, Suspension, ToolkitRun};
///
/// let suspension = Suspension::new();
/// let options = RunOptions::new(&session).suspend_into(&suspension);
/// let mut stream = agent.prompt("refund order A-1001").run_options(options).stream();
/// while let Some(Ok(item)) = stream.next().await {
///     // show it
/// }
/// if let Some(run) = suspension.take() {
///     let saved = serde_json::to_string(&run);
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Suspension(Arc<Mutex<Option<SuspendedRun>>>);

impl Suspension {
    /// A place that is empty.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The run that waits, if it does.
    #[must_use]
    pub fn take(&self) -> Option<SuspendedRun> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn fill(&self, run: SuspendedRun) {
        let before = self.0.lock().unwrap_or_else(PoisonError::into_inner).replace(run);
        if before.is_some() {
            tracing::error!("a run that waited was lost: another one was put in its place");
        }
    }
}
