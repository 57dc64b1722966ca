//! Where a call begins and where it ends: limits, metrics and the audit log hang on it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rulebook::{Approval, ApprovalRequest, CallOutcome, CallRecord, ErrorCode, Session, ToolError};
use serde_json::{Map, Value};

use super::attached::attached;
use crate::audit::{Answer, Client, Entry, Shown};
use crate::limit::CallLimit;
use crate::metrics::{Ended, OK, Open};
use crate::served::Served;

/// What is known of a call before it begins.
pub(super) struct Begun<'a> {
    pub(super) context: &'a RequestContext<RoleServer>,
    pub(super) session: &'a Session,
    pub(super) tool: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    /// What the call answers, when it is the answer to a request.
    pub(super) answers: Option<(&'a ApprovalRequest, &'a Approval)>,
    /// The record that the call is given, too.
    pub(super) record: &'a CallRecord,
}

/// Runs a call with all that is kept of calls, however it ends: also when this is dropped.
///
/// A call that someone has to approve ends with the request; its answer is another.
pub(super) async fn accounted(
    served: &Arc<Served>,
    begun: Begun<'_>,
    call: impl Future<Output = Result<CallOutcome, ToolError>>,
) -> Result<CallOutcome, ToolError> {
    let limit = attached::<CallLimit>(begun.context).cloned();
    let account = Account::open(served, &begun);
    let ended = match account.admitted(limit.as_ref()).await {
        Ok(_room) => call.await,
        Err(error) => Err(error),
    };
    account.close(&ended).await;
    ended
}

/// The account of one call.
struct Account {
    served: Arc<Served>,
    since: Instant,
    record: CallRecord,
    /// The tool as metrics name it; empty when there is none.
    label: String,
    noted: Option<Noted>,
    /// It counts as in flight until here; nothing when it is closed.
    open: Option<Open>,
}

/// What the audit log needs of the call.
struct Noted {
    session: Session,
    client: Option<Client>,
    tool: String,
    arguments: Shown,
    answer: Option<Answer>,
}

impl Account {
    fn open(served: &Arc<Served>, begun: &Begun<'_>) -> Self {
        let known = served.toolkit.tool(begun.tool).is_some();
        Self {
            served: Arc::clone(served),
            since: Instant::now(),
            record: begun.record.clone(),
            label: if known { begun.tool.to_owned() } else { String::new() },
            noted: served.audit.as_ref().map(|audit| Noted {
                session: begun.session.clone(),
                client: client(begun.context),
                tool: begun.tool.to_owned(),
                arguments: audit.shown(begun.arguments),
                answer: begun.answers.map(|(request, answer)| answered(request, answer)),
            }),
            open: Some(served.metrics.call()),
        }
    }

    /// Whether the call may run; room for it, where calls are limited.
    async fn admitted(
        &self,
        limit: Option<&CallLimit>,
    ) -> Result<Option<impl Drop + use<>>, ToolError> {
        if let Some(audit) = &self.served.audit {
            audit.ready().await?;
        }
        limit.map(CallLimit::enter).transpose()
    }

    async fn close(mut self, ended: &Result<CallOutcome, ToolError>) {
        let (outcome, asked) = match ended {
            Ok(CallOutcome::NeedsApproval(request)) => {
                let asked = Answer { request: request.id.clone(), answer: "asked" };
                (ErrorCode::NeedsApproval.as_str(), Some(asked))
            }
            Ok(_) => (OK, None),
            Err(error) => (error.code.as_str(), None),
        };
        let took = self.count(outcome);
        let (Some(audit), Some(noted)) = (&self.served.audit, &self.noted) else { return };
        let entry = noted.entry(asked.as_ref(), outcome, took, &self.record);
        if !audit.write(&entry).await {
            self.served.metrics.unrecorded();
        }
    }

    /// Counts the call as ended; how long it took.
    fn count(&mut self, outcome: &str) -> Duration {
        self.open = None;
        let (took, waited) = (self.since.elapsed(), self.record.waited());
        self.served.metrics.ended(&Ended { tool: &self.label, outcome, took, waited });
        took
    }
}

impl Drop for Account {
    /// A call that is still open here is given up.
    fn drop(&mut self) {
        if self.open.is_none() {
            return;
        }
        let outcome = ErrorCode::Cancelled.as_str();
        let took = self.count(outcome);
        if let (Some(audit), Some(noted)) = (&self.served.audit, &self.noted) {
            audit.write_later(&noted.entry(None, outcome, took, &self.record));
        }
    }
}

impl Noted {
    fn entry<'a>(
        &'a self,
        asked: Option<&'a Answer>,
        outcome: &'a str,
        took: Duration,
        record: &'a CallRecord,
    ) -> Entry<'a> {
        Entry {
            session: self.session.id(),
            client: self.client.as_ref(),
            tool: &self.tool,
            generation: record.revision(),
            arguments: &self.arguments,
            approval: asked.or(self.answer.as_ref()),
            outcome,
            took,
            waited: record.waited(),
        }
    }
}

fn client(context: &RequestContext<RoleServer>) -> Option<Client> {
    let info = context.client_info()?;
    Some(Client { name: info.name, version: info.version })
}

fn answered(request: &ApprovalRequest, answer: &Approval) -> Answer {
    let answer = match answer {
        Approval::Granted => "granted",
        Approval::Denied { .. } => "denied",
    };
    Answer { request: request.id.clone(), answer }
}
