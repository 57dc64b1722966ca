//! One call of a function in Rust.

use std::future::Future;

use crate::cancel::Cancellation;
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
    ended.unwrap_or_else(|| Err(ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE)))
}
