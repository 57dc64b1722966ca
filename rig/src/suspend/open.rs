//! The calls of the turn that a run waits in.

use std::collections::BTreeSet;

use rig_agent::agent::{AgentRun, AgentRunStep};
use rig_core::message::ToolCall;
use serde_json::Value;

use super::run::SuspendedRun;

/// The calls of the turn that a run waits in, in order.
pub(super) fn open_calls(run: &AgentRun) -> Result<Vec<ToolCall>, String> {
    match run.clone().next_step() {
        Ok(AgentRunStep::CallTools { calls }) => {
            Ok(calls.into_iter().map(|call| call.tool_call).collect())
        }
        Ok(_) | Err(_) => Err("it waits for no call of a tool".to_owned()),
    }
}

/// Where calls stand among the open ones; both are in the same order.
pub(super) fn places<'a>(
    open: &[ToolCall],
    calls: impl Iterator<Item = &'a ToolCall>,
) -> Vec<Option<usize>> {
    let mut left = open.iter().enumerate();
    calls
        .map(|call| {
            let rest = left.clone();
            let found = left.find(|(_, open)| *open == call).map(|(at, _)| at);
            if found.is_none() {
                left = rest;
            }
            found
        })
        .collect()
}

/// The calls that a saved run waits for, each as the model made it; an error when what was
/// saved does not fit together.
pub(super) fn waiting(saved: &SuspendedRun) -> Result<Vec<ToolCall>, String> {
    let open = open_calls(&saved.run)?;
    if !counts(&saved.run) {
        return Err("its counters are not those of a run".to_owned());
    }
    let mut taken = BTreeSet::new();
    let calls = saved.calls.iter().map(|waits| {
        let call = open.get(waits.at).ok_or("a request is for a call that there is not")?;
        if call.function.name != *waits.request.tool || !taken.insert(waits.at) {
            return Err("a request is not for the call that it stands at".to_owned());
        }
        Ok(call.clone())
    });
    calls.collect()
}

/// Whether rig can add to what it counts in a run, which it does without a look.
fn counts(run: &AgentRun) -> bool {
    const MOST: u64 = u64::MAX / 2;
    let written = |value: Result<Value, _>| value.unwrap_or_default();
    let usage = written(serde_json::to_value(run.usage()));
    let fits = |count: &Value| count.as_u64().is_none_or(|count| count <= MOST);
    let calls = written(serde_json::to_value(run)).get("completion_call_index").cloned();
    usage.as_object().is_some_and(|usage| usage.values().all(fits))
        && calls == Some(run.completion_calls().len().into())
}
