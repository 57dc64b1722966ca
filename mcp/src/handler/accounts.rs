//! Where a call begins and where it ends: limits, metrics and the audit log hang on it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use rulebook::{
    Approval, ApprovalRequest, CallOptions, CallOutcome, CallRecord, ErrorCode, Session, ToolError,
};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::attached::attached;
use crate::audit::{Answer, Client, Entry, Shown};
use crate::limit::CallLimit;
use crate::metrics::{Ended, OK, Open};
use crate::over::Over;
use crate::served::Served;

/// The outcome of a call whose tool asks the client something, and which is run again from
/// its start with the answer.
const INPUT_REQUIRED: &str = "input_required";

/// The accounts of what one request of a client has the toolkit do: a call, and the
/// answers to requests for its approval, each of which is an account of its own.
pub(super) struct Accounts<'a> {
    pub(super) served: &'a Arc<Served>,
    pub(super) context: &'a RequestContext<RoleServer>,
    pub(super) session: &'a Session,
    pub(super) tool: &'a str,
    pub(super) arguments: &'a Map<String, Value>,
    /// What goes with each of them.
    pub(super) options: CallOptions,
    last: Mutex<CallRecord>,
}

impl<'a> Accounts<'a> {
    pub(super) fn new(
        served: &'a Arc<Served>,
        context: &'a RequestContext<RoleServer>,
        session: &'a Session,
        (tool, arguments): (&'a str, &'a Map<String, Value>),
        options: CallOptions,
    ) -> Self {
        let last = Mutex::new(CallRecord::new());
        Self { served, context, session, tool, arguments, options, last }
    }

    /// The record of the last of them.
    pub(super) fn record(&self) -> CallRecord {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Calls the tool.
    pub(super) async fn call(&self) -> Result<CallOutcome, ToolError> {
        let (record, options) = self.begin();
        let arguments = Value::Object(self.arguments.clone());
        // What a call holds is large, and all that is around it would be as large.
        let call = Box::pin(self.served.toolkit.call(self.tool, arguments, options));
        self.accounted(None, &record, call).await
    }

    /// Does not call the tool, since the call cannot be read.
    pub(super) async fn refuse(&self, error: ToolError) -> ToolError {
        let (record, _) = self.begin();
        let mut account = Account::open(self, None, &record);
        account.noted.iter_mut().for_each(|noted| noted.arguments = Shown::unread());
        let refused = account.admitted(None).await.err().unwrap_or(error);
        account.close(&Err(refused.clone())).await;
        refused
    }

    /// Answers a request for approval.
    pub(super) async fn answer(
        &self,
        request: &ApprovalRequest,
        approval: Approval,
    ) -> Result<CallOutcome, ToolError> {
        let (record, options) = self.begin();
        let answer = answered(request, &approval);
        let call = Box::pin(self.served.toolkit.answer(request.clone(), approval, options));
        self.accounted(Some(answer), &record, call).await
    }

    /// Runs a call again that was approved and given up.
    pub(super) async fn resume(&self, request: &ApprovalRequest) -> Result<CallOutcome, ToolError> {
        let (record, options) = self.begin();
        let answer = answered(request, &Approval::Granted);
        let call = Box::pin(self.served.toolkit.resume(request.clone(), options));
        self.accounted(Some(answer), &record, call).await
    }

    fn begin(&self) -> (CallRecord, CallOptions) {
        let record = CallRecord::new();
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = record.clone();
        let options = self.options.clone().record(&record);
        (record, options)
    }

    /// Runs something with all that is kept of calls, however it ends: also when this is
    /// dropped.
    async fn accounted(
        &self,
        answer: Option<Answer>,
        record: &CallRecord,
        call: impl Future<Output = Result<CallOutcome, ToolError>>,
    ) -> Result<CallOutcome, ToolError> {
        let limit = attached::<CallLimit>(self.context).cloned();
        let account = Account::open(self, answer, record);
        let ended = match account.admitted(limit.as_ref()).await {
            Ok(_room) => Box::pin(call).await,
            Err(error) => Err(error),
        };
        account.close(&ended).await;
        ended
    }
}

/// The account of one call.
struct Account {
    served: Arc<Served>,
    since: Instant,
    record: CallRecord,
    /// The tool as metrics name it; empty when there is none.
    label: String,
    noted: Option<Noted>,
    /// Whether the client has given it up.
    given_up: CancellationToken,
    /// Whether it was over before.
    over: Option<Over>,
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
    fn open(accounts: &Accounts<'_>, answer: Option<Answer>, record: &CallRecord) -> Self {
        let Accounts { served, context, session, tool, arguments, .. } = accounts;
        let known = served.toolkit.tool(tool).is_some();
        Self {
            served: Arc::clone(served),
            since: Instant::now(),
            record: record.clone(),
            label: if known { (*tool).to_owned() } else { String::new() },
            noted: served.audit.as_ref().map(|audit| Noted {
                session: (*session).clone(),
                client: client(context),
                tool: (*tool).to_owned(),
                arguments: audit.shown(arguments),
                answer,
            }),
            given_up: context.ct.clone(),
            over: attached(context).cloned(),
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
        // It is in flight until its line is written.
        let _open = self.open.take();
        let took = self.count(outcome);
        let (Some(audit), Some(noted)) = (&self.served.audit, &self.noted) else { return };
        let entry = noted.entry(asked.as_ref(), outcome, took, &self.record);
        if !audit.write(&entry).await {
            self.served.metrics.unrecorded();
        }
    }

    /// Counts the call as ended; how long it took.
    fn count(&self, outcome: &str) -> Duration {
        let (took, waited) = (self.since.elapsed(), self.record.waited());
        self.served.metrics.ended(&Ended { tool: &self.label, outcome, took, waited });
        took
    }
}

impl Drop for Account {
    /// A call that is still open here is given up, by its client or to ask it something.
    fn drop(&mut self) {
        let Some(_open) = self.open.take() else { return };
        let is_over = self.given_up.is_cancelled()
            || self.over.as_ref().is_some_and(|Over(token)| token.is_cancelled());
        let outcome = if is_over { ErrorCode::Cancelled.as_str() } else { INPUT_REQUIRED };
        let took = self.count(outcome);
        if let (Some(audit), Some(noted)) = (&self.served.audit, &self.noted) {
            let metrics = self.served.metrics.clone();
            let entry = noted.entry(None, outcome, took, &self.record);
            audit.write_later(&entry, move || metrics.unrecorded());
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
