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
use crate::tool::{CallRecord, ToolCall, ToolOutput, cancelled};

/// Runs a tool until it ends, is given up, or its time is over.
pub(super) async fn run(
    prepared: Prepared,
    arguments: Map<String, Value>,
    options: CallOptions,
    clock: &Clock,
    timeout: Duration,
) -> Result<ToolOutput, ToolError> {
    let Prepared { tool, settings } = prepared;
    let CallOptions { session, cancellation, caller, record, .. } = options;
    let mut call = ToolCall::new(arguments).in_session(&session);
    call.settings = settings.map(Arc::new);
    let thinking = Thinking::new(clock);
    call.caller = thinking.timed(caller);
    call.record.clone_from(&record);
    call.cancellation.clone_from(&cancellation);
    let spec = panics::contain(|| tool.spec());
    if let (Some(record), Some(spec)) = (&record, &spec) {
        record.runs(spec);
    }
    let run = async {
        let _handed_over = HandedOver(record);
        panics::contained(|| tool.call(call)).await.unwrap_or_else(|| Err(panicked()))
    };
    let timed = async {
        match spec {
            // A script's tool has the timeout that it was loaded with.
            Some(spec) if spec.source.is_some() => run.await,
            _ => thinking.within(timeout, run).await.unwrap_or_else(|| Err(late(timeout))),
        }
    };
    match cancellation {
        None => timed.await,
        Some(wish) => wish.run(timed).await.unwrap_or_else(|| Err(cancelled())),
    }
}

/// A call that its tool has. When it ends, by being dropped as well, a tool that did not
/// tell when it began had begun at once.
struct HandedOver(Option<CallRecord>);

impl Drop for HandedOver {
    fn drop(&mut self) {
        if let Some(record) = &self.0 {
            record.handed_over();
        }
    }
}
