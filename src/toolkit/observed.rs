//! A call as observers see it: a span by the OpenTelemetry conventions for the
//! execution of tools, and events.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};
use tracing::field::Empty;
use tracing::{Span, info_span};

use super::catalogue::Listed;
use super::event::{FinishedCall, StartedCall, ToolkitEvent};
use super::listing::Listing;
use super::mask::masked;
use crate::clock::Clock;
use crate::error::{ErrorCode, ToolError};
use crate::quote::one_line;

/// A call that goes on.
pub(super) struct Observed<'a> {
    listing: &'a Listing,
    clock: &'a Clock,
    span: Span,
    number: u64,
    tool: String,
    began: Instant,
    ended: bool,
}

/// What is to be observed of a call.
pub(super) struct Seen<'a> {
    pub(super) number: u64,
    pub(super) name: &'a str,
    pub(super) listed: Option<&'a Listed>,
    pub(super) arguments: &'a Map<String, Value>,
    pub(super) call_id: Option<&'a str>,
    /// The name of the session, where it has one.
    pub(super) conversation: Option<&'a str>,
    /// Whether arguments and results are shown as they are.
    pub(super) shown: bool,
}

impl<'a> Observed<'a> {
    /// A call begins.
    pub(super) fn begin(listing: &'a Listing, clock: &'a Clock, seen: &Seen<'_>) -> Self {
        const LONGEST: usize = 64;
        // The model chose it, and it may be anything.
        let tool: String = one_line(seen.name).chars().take(LONGEST).collect();
        let span = info_span!(
            "execute_tool",
            otel.name = format!("execute_tool {tool}"),
            otel.kind = "internal",
            otel.status_code = Empty,
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = tool,
            gen_ai.tool.type = "function",
            gen_ai.tool.call.id = seen.call_id,
            gen_ai.conversation.id = seen.conversation,
            gen_ai.tool.description = seen.listed.map(|listed| listed.spec.description.as_str()),
            gen_ai.tool.call.arguments = Empty,
            gen_ai.tool.call.result = Empty,
            error.type = Empty,
            rulebook.needs_approval = Empty,
            rulebook.collection = seen.listed.map(|listed| &*listed.collection),
        );
        if seen.shown && !span.is_disabled() {
            span.record("gen_ai.tool.call.arguments", text(seen.arguments));
        }
        if listing.is_heard() {
            listing.tell(ToolkitEvent::Started(Arc::new(started(seen, &tool))));
        }
        let began = clock.now();
        Self { listing, clock, span, number: seen.number, tool, began, ended: false }
    }

    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    /// The call has given something.
    pub(super) fn gave(&self, result: &Value) {
        if !self.span.is_disabled() {
            self.span.record("gen_ai.tool.call.result", result.to_string());
        }
    }

    /// The call ends, with a failure or without.
    pub(super) fn end(mut self, failed: Option<&ToolError>) {
        self.tell(failed.map(|error| error.code));
    }

    /// The call ends before it ran, since someone has to approve it.
    pub(super) fn wait(mut self) {
        self.span.record("rulebook.needs_approval", true);
        self.tell(Some(ErrorCode::NeedsApproval));
    }

    fn tell(&mut self, failed: Option<ErrorCode>) {
        self.ended = true;
        // To wait for approval is no failure of the tool.
        if let Some(code) = failed.filter(|code| *code != ErrorCode::NeedsApproval) {
            self.span.record("error.type", code.as_str());
            self.span.record("otel.status_code", "ERROR");
        }
        let took = self.clock.now().saturating_duration_since(self.began);
        self.listing.tell(ToolkitEvent::Finished(Arc::new(FinishedCall {
            number: self.number,
            tool: std::mem::take(&mut self.tool),
            failed,
            took,
        })));
    }
}

/// A call whose future is dropped is given up.
impl Drop for Observed<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.tell(Some(ErrorCode::Cancelled));
        }
    }
}

/// The event of a call that begins.
fn started(seen: &Seen<'_>, tool: &str) -> StartedCall {
    StartedCall {
        number: seen.number,
        call_id: seen.call_id.map(str::to_owned),
        tool: tool.to_owned(),
        collection: seen.listed.map(|listed| listed.collection.to_string()),
        arguments: if seen.shown { seen.arguments.clone() } else { masked(seen.arguments) },
    }
}

fn text(arguments: &Map<String, Value>) -> String {
    serde_json::to_string(arguments).unwrap_or_default()
}
