//! One call of a function in Rust.

use std::future::Future;

use serde_json::Map;

use super::check::DEPTH;
use super::exact::TOO_DEEP;
use crate::cancel::Cancellation;
use crate::convert::held_to_depth;
use crate::error::{ErrorCode, ToolError};
use crate::panics::{self, contained};
use crate::tool::{ToolOutput, cancelled};

/// Runs a future of a tool to its end, until it is given up or panics.
pub(super) async fn run<F>(
    make: impl FnOnce() -> F,
    wish: Option<Cancellation>,
) -> Result<ToolOutput, ToolError>
where
    F: Future<Output = Result<ToolOutput, ToolError>>,
{
    if wish.as_ref().is_some_and(Cancellation::is_cancelled) {
        return Err(cancelled());
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
fn shallow(mut output: ToolOutput) -> Result<ToolOutput, ToolError> {
    const KEY: &str = "value";
    let around = Map::from_iter([(KEY.to_owned(), output.value.take())]);
    match held_to_depth(around, DEPTH + 1) {
        Ok(mut around) => {
            output.value = around.remove(KEY).unwrap_or_default();
            Ok(output)
        }
        Err(_) => Err(ToolError::new(ErrorCode::LimitExceeded, TOO_DEEP)),
    }
}
