//! One call of a function in Rust.

use std::future::Future;
use std::time::Duration;

use super::check::DEPTH;
use super::exact::TOO_DEEP;
use crate::cancel::Cancellation;
use crate::error::{ErrorCode, ToolError};
use crate::panics::{self, contained};
use crate::tool::{CallRecord, ToolOutput, cancelled};

/// Runs a future of a tool to its end, until it is given up or panics.
pub(super) async fn run<F>(
    make: impl FnOnce() -> F,
    wish: Option<Cancellation>,
    record: Option<CallRecord>,
) -> Result<ToolOutput, ToolError>
where
    F: Future<Output = Result<ToolOutput, ToolError>>,
{
    if wish.as_ref().is_some_and(Cancellation::is_cancelled) {
        return Err(cancelled());
    }
    if let Some(record) = record {
        // Nothing in Rust waits for a turn.
        record.began(Duration::ZERO);
    }
    let running = contained(make);
    let ended = match wish {
        None => running.await,
        Some(wish) => match wish.run(running).await {
            Some(ended) => ended,
            None => return Err(cancelled()),
        },
    };
    match ended {
        None => Err(ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE)),
        Some(Ok(output)) => shallow(output),
        Some(Err(error)) => Err(error),
    }
}

/// An output that is given as it is may be nested so deep that whoever drops it
/// exhausts the stack.
fn shallow(output: ToolOutput) -> Result<ToolOutput, ToolError> {
    if output.is_deeper(DEPTH) {
        output.dismantle();
        return Err(ToolError::new(ErrorCode::LimitExceeded, TOO_DEEP));
    }
    Ok(output)
}
