//! The audit trail: one line of JSON for each call, and for each change of what can be called.

use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use rulebook::{Toolkit, ToolkitEvent, ToolkitEvents};
use rulebook_rig::ObservedCall;
use serde_json::{Value, json};

/// The trail, line by line. One that is kept has the time in each line, and a file.
pub(crate) struct Audit(Mutex<Trail>);

struct Trail {
    events: ToolkitEvents,
    lines: Vec<Value>,
}

impl Audit {
    pub(crate) fn of(toolkit: &Toolkit) -> Self {
        Self(Mutex::new(Trail { events: toolkit.events(), lines: Vec::new() }))
    }

    /// A call has ended: who asked for what, and what came of it.
    pub(crate) fn note(&self, call: &ObservedCall<'_>) {
        let outcome = match call.result {
            Ok(_) => "done",
            Err(error) => error.code.as_str(),
        };
        let line = json!({
            "event": "call",
            "session": call.session,
            "call": call.call_id,
            "tool": call.tool,
            "arguments": call.arguments,
            "outcome": outcome,
        });
        let mut trail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trail.catch_up();
        trail.lines.push(line);
    }

    pub(crate) fn lines(&self) -> Vec<Value> {
        let mut trail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        trail.catch_up();
        trail.lines.clone()
    }
}

impl Trail {
    /// What the toolkit has told since. Of calls the agent knows more than the toolkit, such
    /// as their session.
    fn catch_up(&mut self) {
        while let Some(Some(event)) = self.events.next().now_or_never() {
            match event {
                ToolkitEvent::Changed(change) => self.lines.push(json!({
                    "event": "tools",
                    "added": change.added,
                    "changed": change.changed,
                    "removed": change.removed,
                })),
                ToolkitEvent::Missed { events } => {
                    self.lines.push(json!({ "event": "missed", "events": events }))
                }
                _ => {}
            }
        }
    }
}
