//! What a call fails with that its server refused, or did not answer.

use rmcp::ErrorData;
use rmcp::service::ServiceError;
use rulebook::wording::quoted;
use rulebook::{ErrorCode, ToolError};

use crate::remote::connection::keeper::Kept;
use crate::remote::messages::said::said;
use crate::remote::messages::unreadable;

/// A person has to open an address first.
const URL_ELICITATION_REQUIRED: i32 = -32042;

/// What a server refused, in its own words; or what is wrong with an answer that cannot be
/// read.
pub(super) fn answered(error: &ErrorData) -> ToolError {
    if let Some(problem) = unreadable::problem(error) {
        let text = format!("the server's answer cannot be read: {}", said(problem));
        return ToolError::new(ErrorCode::InvalidResult, text);
    }
    let text = said(error.message.trim());
    let code = error.code.0;
    let text = if text.is_empty() {
        format!("the server refused the call without saying why (error {code})")
    } else {
        text
    };
    match error.code {
        _ if is_of_unknown_tool(error) => unknown_tool(&text),
        rmcp::model::ErrorCode::INVALID_PARAMS => ToolError::new(ErrorCode::InvalidArguments, text),
        rmcp::model::ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            let text = format!("the server needs something that is not offered to it: {text}");
            ToolError::new(ErrorCode::Unavailable, text)
        }
        rmcp::model::ErrorCode(URL_ELICITATION_REQUIRED) => {
            let text = format!(
                "the server wants a person to open a web page before the call, which is not \
                 passed on: {text}"
            );
            ToolError::new(ErrorCode::Unavailable, text)
        }
        _ => ToolError::new(ErrorCode::ScriptFailed, text),
    }
}

/// What is said where the server does not know its tool any more.
fn unknown_tool(said: &str) -> ToolError {
    let text = format!("the server has no such tool any more: {said}");
    ToolError::new(ErrorCode::Unavailable, text)
}

/// Whether an error says that there is no such tool. The protocol has the same code for it
/// as for arguments that do not fit, and no words.
pub(super) fn is_of_unknown_tool(error: &ErrorData) -> bool {
    const WORDS: [&str; 5] =
        ["unknown tool", "no such tool", "there is no tool", "tool not found", "no tool named"];
    let message = error.message.to_lowercase();
    let of_the_sdk = message.contains("tool ") && message.ends_with(" not found");
    let is_said = of_the_sdk || WORDS.iter().any(|words| message.contains(words));
    is_said && error.code == rmcp::model::ErrorCode::INVALID_PARAMS
}

/// What a call fails with that got no answer. What went wrong in detail is for the log: it
/// may name addresses and paths.
pub(super) fn without_answer(kept: &Kept, error: &ServiceError) -> ToolError {
    let name = &kept.rules.name;
    match error {
        ServiceError::TransportClosed => kept.broken_off(),
        ServiceError::UnexpectedResponse => {
            let text = "the server gave an answer that is none to a call";
            ToolError::new(ErrorCode::InvalidResult, text)
        }
        ServiceError::Cancelled { .. } => {
            ToolError::new(ErrorCode::Cancelled, "the call was given up before it ended")
        }
        error => {
            tracing::warn!(collection = name, "a call of a server's tool failed: {error}");
            let text = format!(
                "the call got no answer from the server of {}, and whether it had any effect is \
                 not known: the log of the host says why",
                quoted(name)
            );
            ToolError::new(ErrorCode::Unavailable, text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(code: i32, message: &'static str) -> String {
        answered(&ErrorData::new(rmcp::model::ErrorCode(code), message, None)).to_string()
    }

    #[test]
    fn errors_have_the_code_that_they_mean() {
        for (code, message, expected) in [
            (-32602, "`a` is no number", "invalid_arguments: `a` is no number"),
            (-32603, "boom\u{1b}[2J", "script_failed: boom\\u{1b}[2J"),
            (
                -32000,
                " ",
                "script_failed: the server refused the call without saying why (error -32000)",
            ),
            (-32601, "no tools here", "script_failed: no tools here"),
        ] {
            assert_eq!(shown(code, message), expected);
        }
        for gone in ["tool not found", "Unknown tool: x", "MCP error -32602: Tool x not found"] {
            assert_eq!(
                shown(-32602, gone),
                format!("unavailable: the server has no such tool any more: {gone}")
            );
        }
        assert!(
            shown(-32042, "log in first").starts_with("unavailable: the server wants a person")
        );
        assert!(shown(-32021, "needs elicitation").starts_with("unavailable: the server needs"));
    }
}
