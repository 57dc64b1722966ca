//! What a model and a client are told when nothing was asked, or the answer is none.

use rmcp::ErrorData;
use rmcp::model::ClientCapabilities;
use rulebook::{ErrorCode, ToolError};

use crate::approvals::Approvals;
use rulebook::wording::brief;

/// The longest name that is repeated, in characters.
const LONGEST_NAME: usize = 100;

/// Nobody was asked to approve a call.
pub(super) fn unapproved(tool: &str, approvals: Approvals) -> ToolError {
    let tool = brief(tool, LONGEST_NAME);
    let text = match approvals {
        Approvals::Never => format!(
            "the call of `{tool}` has not run: someone has to approve it, and this server asks \
             nobody. Do not call it again: only whoever runs the server can allow it, with a \
             permission policy"
        ),
        Approvals::Ask => format!(
            "the call of `{tool}` has not run: a person has to approve it, and this client \
             cannot ask one, since it declares no elicitation by form. Do not call it again: \
             the person can use a client that asks, or whoever runs the server can allow it \
             with a permission policy"
        ),
    };
    ToolError::new(ErrorCode::NeedsApproval, text)
}

/// What was approved had changed each time.
pub(super) fn restless(tool: &str) -> ToolError {
    let tool = brief(tool, LONGEST_NAME);
    let text = format!(
        "the call of `{tool}` has not run: its rules changed each time that it was approved. \
         Call it again later"
    );
    ToolError::new(ErrorCode::NeedsApproval, text)
}

/// The client was asked so often that it has to end.
pub(super) fn too_many_rounds(tool: &str, most: u32) -> ToolError {
    let tool = brief(tool, LONGEST_NAME);
    let text = format!(
        "the call of `{tool}` was given up: there was still something to ask after {most} rounds"
    );
    ToolError::new(ErrorCode::Unavailable, text)
}

/// A tool asks something that nobody can be asked.
pub(super) fn nobody_to_ask() -> ToolError {
    let text = "the tool has to ask a person something, and this client cannot ask one, since it \
                declares no elicitation by form: the person can use a client that asks";
    ToolError::new(ErrorCode::Unavailable, text)
}

/// The same for a client, in the revisions that have an error for it.
pub(super) fn lacks_elicitation() -> ErrorData {
    let capabilities = ClientCapabilities::builder().enable_elicitation().build();
    let mut error = ErrorData::missing_required_client_capability(capabilities);
    error.message = nobody_to_ask().message.into();
    error
}

/// State that cannot be used. Whoever tries to forge it does not learn why.
pub(super) fn unusable_state() -> ErrorData {
    let text = "the `requestState` cannot be used: it was changed, was given by another server \
                or for another call, is too old, or was used before. Call without it to begin \
                anew";
    ErrorData::invalid_params(text, None)
}

/// What the client sent is no answer.
pub(super) fn malformed(problem: &str) -> ErrorData {
    ErrorData::invalid_params(format!("the `inputResponses` cannot be read: {problem}"), None)
}
