//! Whoever approves in tests, and what models were told.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use rig_core::completion::CompletionRequest;
use rulebook::{Approval, ApprovalRequest, Session, Toolkit, ToolkitEvent};
use rulebook_rig::testing::Seen;
use rulebook_rig::{Answers, Approver};
use serde_json::Value;

use super::Notes;

type Decide = dyn Fn(&ApprovalRequest) -> Approval + Send + Sync;

/// Someone who decides by a rule, and whose desk shows what was asked, time by time.
#[derive(Clone)]
pub(crate) struct Clerk {
    asked: Arc<Mutex<Vec<Vec<ApprovalRequest>>>>,
    decide: Arc<Decide>,
}

impl Clerk {
    pub(crate) fn by(
        decide: impl Fn(&ApprovalRequest) -> Approval + Send + Sync + 'static,
    ) -> Self {
        Self { asked: Arc::default(), decide: Arc::new(decide) }
    }

    pub(crate) fn grants() -> Self {
        Self::by(|_| Approval::Granted)
    }

    pub(crate) fn denies(reason: &'static str) -> Self {
        Self::by(move |_| Approval::denied(reason))
    }

    /// The orders that were asked about, time by time.
    pub(crate) fn orders(&self) -> Vec<Vec<String>> {
        let order = |request: &ApprovalRequest| match request.arguments.get("order") {
            Some(Value::String(order)) => order.clone(),
            other => format!("{other:?}"),
        };
        self.requests().iter().map(|once| once.iter().map(order).collect()).collect()
    }

    pub(crate) fn requests(&self) -> Vec<Vec<ApprovalRequest>> {
        self.asked.lock().unwrap().clone()
    }
}

impl Approver for Clerk {
    fn approve(&self, requests: Vec<ApprovalRequest>) -> Answers<'_> {
        let answers = requests.iter().map(|request| (self.decide)(request)).collect();
        self.asked.lock().unwrap().push(requests);
        Box::pin(async { answers })
    }
}

/// The results of tools in a request, a line each.
pub(crate) fn told(request: &CompletionRequest) -> String {
    let line = |seen: rulebook_rig::testing::SeenResult| {
        let mark = if seen.is_error { " (error)" } else { "" };
        format!("{} {}{mark}: {}", seen.call, seen.tool, seen.text)
    };
    request.tool_results().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What was paid in a session.
pub(crate) fn paid(session: &Session) -> Vec<String> {
    session.for_collection("till").get::<Notes>().unwrap().0
}

/// What an audit log has of approvals.
pub(crate) struct Audit(rulebook::ToolkitEvents);

impl Audit {
    pub(crate) fn of(toolkit: &Toolkit) -> Self {
        Self(toolkit.events())
    }

    /// How often each request was asked and answered, in the order in which they were
    /// asked: `(asked, granted, denied)`.
    pub(crate) fn requests(&mut self) -> Vec<(usize, usize, usize)> {
        let mut seen: Vec<(String, (usize, usize, usize))> = Vec::new();
        while let Some(event) = self.0.next().now_or_never().flatten() {
            let (id, at) = match event {
                ToolkitEvent::ApprovalAsked { request, .. } => (request, 0),
                ToolkitEvent::ApprovalAnswered { request, granted: true, .. } => (request, 1),
                ToolkitEvent::ApprovalAnswered { request, .. } => (request, 2),
                _ => continue,
            };
            if !seen.iter().any(|(known, _)| *known == id) {
                seen.push((id.clone(), (0, 0, 0)));
            }
            let (_, count) = seen.iter_mut().find(|(known, _)| *known == id).unwrap();
            match at {
                0 => count.0 += 1,
                1 => count.1 += 1,
                _ => count.2 += 1,
            }
        }
        seen.into_iter().map(|(_, count)| count).collect()
    }
}
