//! How a call of a toolkit ends that did not fail.

use crate::approval::ApprovalRequest;
use crate::error::{ErrorCode, ToolError};
use crate::tool::ToolOutput;

/// How a call of a toolkit ends that did not fail.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a call that needs approval has not run"]
pub enum CallOutcome {
    /// It ran.
    Done(ToolOutput),
    /// It has not run: someone has to approve it first.
    NeedsApproval(Box<ApprovalRequest>),
}

impl CallOutcome {
    /// What it gave, for those who ask nobody for approval.
    ///
    /// # Errors
    /// `needs_approval` when it has not run.
    pub fn done(self) -> Result<ToolOutput, ToolError> {
        match self {
            Self::Done(output) => Ok(output),
            Self::NeedsApproval(request) => {
                let text = format!(
                    "the call of `{}` has not run: someone has to approve it first",
                    request.tool
                );
                Err(ToolError::new(ErrorCode::NeedsApproval, text))
            }
        }
    }
}
