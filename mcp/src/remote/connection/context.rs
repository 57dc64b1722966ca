//! Live context that is a resource of the server.

use rmcp::model::{
    ClientRequest, ReadResourceRequest, ReadResourceRequestParams, ResourceContents, ServerResult,
};
use rmcp::service::ServiceError;
use rulebook::{ErrorCode, ToolError};
use tokio::time::timeout;

use super::asked::{ask, told};
use super::keeper::Kept;

/// How much of it is taken, in bytes.
const LONGEST: usize = 64 << 10;
/// What stands where the rest was left out.
const CUT: &str = "\n[the rest is left out: this is longer than 64 KiB]";

/// The text of the resource now, where it has any. Whoever asks has a deadline of its own.
pub(in crate::remote) async fn read(kept: &Kept) -> Result<Option<String>, ToolError> {
    let Some(uri) = &kept.rules.context else { return Ok(None) };
    let live = kept.connected()?;
    let asked = ReadResourceRequest::new(ReadResourceRequestParams::new(uri));
    let in_flight = live.begins().for_a_moment();
    let answer = ask(&live.peer, ClientRequest::ReadResourceRequest(asked));
    let answer = timeout(kept.rules.timeout, live.while_it_holds(answer)).await;
    let answer = match answer {
        Ok(Some(answer)) => answer,
        Ok(None) => return Err(kept.unavailable()),
        Err(_) => {
            in_flight.late();
            let message = "the server did not give the resource in time";
            return Err(ToolError::new(ErrorCode::TimedOut, message));
        }
    };
    match answer {
        Ok(ServerResult::ReadResourceResult(read)) => {
            in_flight.answered();
            text(read.contents)
        }
        Ok(ServerResult::InputRequiredResult(_)) => {
            in_flight.answered();
            Err(unreadable("it cannot be read without an answer to a question"))
        }
        Ok(_) => {
            in_flight.answered();
            Err(unreadable("the server gave something else"))
        }
        Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => {
            Err(kept.unavailable())
        }
        Err(error) => {
            let message = told(&error);
            in_flight.failed(&error);
            Err(ToolError::new(ErrorCode::ScriptFailed, format!("the server says: {message}")))
        }
    }
}

/// The text of all parts; nothing where there is none.
fn text(parts: Vec<ResourceContents>) -> Result<Option<String>, ToolError> {
    let mut text = String::new();
    for part in parts {
        let ResourceContents::TextResourceContents { text: more, .. } = part else {
            return Err(unreadable("it is not text"));
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&more);
    }
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push_str(CUT);
    }
    Ok((!text.trim().is_empty()).then_some(text))
}

fn unreadable(why: &str) -> ToolError {
    let message = format!("the resource is no context: {why}");
    ToolError::new(ErrorCode::InvalidResult, message)
}
