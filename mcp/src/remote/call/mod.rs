//! A call of a server's tool, from the arguments to what it gave: within its time, until
//! someone gives it up, with what the server tells and asks meanwhile.

mod exchange;
mod failed;
mod hearing;
mod in_flight;
mod inbox;
pub(super) mod output;
mod question;
mod refused;
mod rounds;
mod thinking;

use std::time::Duration;

use rmcp::model::CallToolRequestParams;
use rulebook::wording::quoted;
use rulebook::{ErrorCode, ToolCall, ToolError, ToolOutput};

pub(super) use hearing::Hearing;
pub(super) use in_flight::CallsInFlight;

use super::catalogue::taken::Entry;
use super::connection::keeper::Kept;
use question::Questions;
use rounds::Rounds;
use thinking::Thinking;

/// Calls a tool.
///
/// # Errors
/// What the server said, or why it said nothing.
pub(super) async fn run(
    kept: &Kept,
    entry: &Entry,
    call: ToolCall,
) -> Result<ToolOutput, ToolError> {
    let live = kept.connected()?;
    let ToolCall { arguments, cancellation, caller, session, .. } = call;
    let params = CallToolRequestParams::new(entry.remote().to_owned()).with_arguments(arguments);
    let thinking = Thinking::default();
    let questions = Questions::new(&kept.rules.name, &caller, &thinking);
    let conversation = session.map(|session| session.id().into());
    let rounds = Rounds { at: (kept, &live), caller: &caller, conversation, questions: &questions };
    let time = kept.rules.timeout;
    // On the heap: the future of a call is large, and is a part of those of its callers.
    let answer = Box::pin(async {
        let result = rounds.until_answered(params).await?;
        output::read(result, &entry.spec)
    });
    let timed = async {
        let answer = thinking.within(time, answer).await;
        answer.unwrap_or_else(|| Err(late(&entry.spec.name, time)))
    };
    match cancellation {
        None => timed.await,
        Some(wish) => wish.run(timed).await.unwrap_or_else(|| Err(given_up())),
    }
}

fn late(tool: &str, time: Duration) -> ToolError {
    let tool = quoted(tool);
    let text = format!(
        "the server gave no answer to the call of {tool} within {time:?}: whether it had any \
         effect is not known"
    );
    ToolError::new(ErrorCode::TimedOut, text)
}

fn given_up() -> ToolError {
    let text = "the call was given up before it ended: call again if it is still wanted";
    ToolError::new(ErrorCode::Cancelled, text)
}
