//! What someone says to a request.

use serde::{Deserialize, Serialize};

/// What someone says to an [`ApprovalRequest`](super::ApprovalRequest).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "answer")]
pub enum Approval {
    /// Run exactly what was asked about.
    Granted,
    /// Do not run it.
    Denied {
        /// Why not, for the model: it is told to go on without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

impl Approval {
    /// Not approved, and why.
    #[must_use]
    pub fn denied(reason: impl Into<String>) -> Self {
        Self::Denied { reason: Some(reason.into()) }
    }
}
