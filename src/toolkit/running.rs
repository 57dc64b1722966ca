//! A call that runs, within its time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::decision::Prepared;
use super::options::CallOptions;
use super::refusals::{late, panicked};
use super::thinking::Thinking;
use crate::clock::Clock;
use crate::error::ToolError;
use crate::panics;
use crate::tool::{ToolCall, ToolOutput, cancelled};

/// Runs a tool until it ends, is given up, or its time is over.
pub(super) async fn run(
    prepared: Prepared,
    arguments: Map<String, Value>,
    options: CallOptions,
    clock: &Clock,
    timeout: Duration,
) -> Result<ToolOutput, ToolError> {
    let Prepared { tool, settings } = prepared;
    let CallOptions { session, cancellation, caller, .. } = options;
    let mut call = ToolCall::new(arguments).in_session(&session);
    call.settings = settings.map(Arc::new);
    let thinking = Thinking::new(clock);
    call.caller = thinking.timed(caller);
    call.cancellation.clone_from(&cancellation);
    let run =
        async { panics::contained(|| tool.call(call)).await.unwrap_or_else(|| Err(panicked())) };
    let timed = async {
        match panics::contain(|| tool.spec().source.is_some()) {
            // A script's tool has the timeout that it was loaded with.
            Some(true) => run.await,
            Some(false) | None => {
                thinking.within(timeout, run).await.unwrap_or_else(|| Err(late(timeout)))
            }
        }
    };
    match cancellation {
        None => timed.await,
        Some(wish) => wish.run(timed).await.unwrap_or_else(|| Err(cancelled())),
    }
}
