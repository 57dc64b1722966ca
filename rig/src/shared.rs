//! What the hook of an agent and its tools have in common.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rulebook::{ToolError, ToolOutput, Toolkit};
use serde_json::Value;

use crate::approver::Approver;
use crate::limits::Limits;
use crate::observer::ObservedCall;
use crate::plan::Plans;

/// Whoever is told of each call.
pub(crate) type Observer = Arc<dyn Fn(&ObservedCall<'_>) + Send + Sync>;

/// What the hook of an agent and its tools have in common.
pub(crate) struct Shared {
    pub(crate) toolkit: Toolkit,
    pub(crate) limits: Limits,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) observer: Option<Observer>,
    pub(crate) plans: Plans,
}

impl Shared {
    /// For tools that are given to an agent by hand.
    pub(crate) fn of(toolkit: &Toolkit) -> Self {
        Self {
            toolkit: toolkit.clone(),
            limits: Limits::default(),
            approver: None,
            observer: None,
            plans: Plans::default(),
        }
    }

    /// Tells the host of a call that has ended.
    pub(crate) fn observe(
        &self,
        tool: &str,
        session: &str,
        call_id: Option<&str>,
        arguments: &Value,
        result: Result<&ToolOutput, &ToolError>,
    ) {
        let Some(observer) = &self.observer else { return };
        let call = ObservedCall { tool, session, call_id, arguments, result };
        // The runs of an agent drive each other's calls.
        if catch_unwind(AssertUnwindSafe(|| observer(&call))).is_err() {
            tracing::error!(%tool, "the observer of calls panicked");
        }
    }
}
