//! Answers of a server that would be read wrongly: whoever waits for one gets an error in
//! its place, which no server can have sent.

use rmcp::ErrorData;
use rmcp::model::{ErrorCode, JsonRpcMessage, RequestId, ServerJsonRpcMessage};

/// The code of such an error, outside of what the protocol and JSON-RPC use.
const UNREADABLE: ErrorCode = ErrorCode(-31_977);

/// The message in place of an answer, with what is wrong with that.
pub(in crate::remote) fn unreadable(
    id: RequestId,
    problem: impl Into<String>,
) -> ServerJsonRpcMessage {
    let error = ErrorData::new(UNREADABLE, problem.into(), None);
    ServerJsonRpcMessage::error(error, Some(id))
}

/// What is wrong with the answer of a server, where an error stands in its place.
pub(in crate::remote) fn problem(error: &ErrorData) -> Option<&str> {
    (error.code == UNREADABLE).then_some(&*error.message)
}

/// Leaves the code to this crate alone, in a message that a server has sent.
pub(in crate::remote) fn leave_code(message: &mut ServerJsonRpcMessage) {
    if let JsonRpcMessage::Error(sent) = message
        && sent.error.code == UNREADABLE
    {
        sent.error.code = ErrorCode::INTERNAL_ERROR;
    }
}
