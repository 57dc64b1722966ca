//! Calls that are asked about before they are made, and answers that are taken before
//! what they are about runs: for hosts that gather several, or keep them between two
//! processes.

use serde_json::Value;

use super::decision::{Decision, decide};
use super::event::ToolkitEvent;
use super::kit::{Toolkit, contained, object};
use super::observed::Observed;
use super::options::CallOptions;
use super::outcome::CallOutcome;
use super::refusals::{answered_before, denied, of_another_session};
use crate::approval::{Approval, ApprovalRequest};
use crate::error::ToolError;
use crate::tool::unknown_tool;

/// A request and the answer to it, which has been taken: it cannot be answered again.
#[derive(Clone, Debug)]
pub struct AnsweredRequest {
    request: ApprovalRequest,
    answer: Approval,
}

impl AnsweredRequest {
    /// What was asked.
    #[must_use]
    pub const fn request(&self) -> &ApprovalRequest {
        &self.request
    }

    /// What was answered.
    #[must_use]
    pub const fn answer(&self) -> &Approval {
        &self.answer
    }
}

impl Toolkit {
    /// What someone would have to approve for a call, which is not made; nothing for one
    /// that would run.
    ///
    /// A request from here is like one from [`call`](Self::call): answer it with
    /// [`answer`](Self::answer).
    ///
    /// # Errors
    /// What the call would fail with before it ran: `unknown_tool`, `invalid_arguments`
    /// of a tool that needs approval, `denied` by the policy.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// use rulebook::{Collection, Session, ToolSet, Toolkit};
    /// use serde_json::json;
    ///
    /// let rules = ToolSet::options().root(".").load("manifests/returns.json").await?;
    /// let desk = Collection::builder("desk")
    ///     .collection(rules)
    ///     .requires_approval("calculate_refund_amount")
    ///     .build()?;
    /// let toolkit = Toolkit::builder().collection(desk).build()?;
    ///
    /// let session = Session::new();
    /// let order = json!({
    ///     "merchandise_amount": 100,
    ///     "shipping_amount": 7,
    ///     "restocking_percent": 10,
    ///     "refund_shipping": true,
    /// });
    /// let request = toolkit.request("calculate_refund_amount", order, &session)?;
    /// assert!(request.is_some_and(|request| request.arguments["merchandise_amount"] == 100));
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    pub fn request(
        &self,
        name: &str,
        arguments: Value,
        options: impl Into<CallOptions>,
    ) -> Result<Option<ApprovalRequest>, ToolError> {
        let mut options = options.into();
        let arguments = object(arguments)?;
        let catalogue = self.catalogue();
        let listed = catalogue.find(name).ok_or_else(|| unknown_tool(name, catalogue.names()))?;
        let policy = self.policy(&options).cloned();
        options.session = options.session.for_collection(&listed.collection);
        let decided = contained(|| {
            let prepared = self.prepared(listed, &options)?;
            decide(listed, prepared, arguments, policy.as_ref(), &options)
        })?;
        let Decision::Ask(request) = decided else { return Ok(None) };
        let seen = self.seen(name, Some(listed), &request.arguments, &options);
        Observed::begin(&self.0.listing, &self.0.clock, &seen).wait();
        self.tell_asked(&request);
        Ok(Some(*request))
    }

    /// The request in place of one that was granted and is void, because the tool, the
    /// rules behind it or its settings have changed since; nothing while it holds, and for
    /// one that was not granted. The void one counts as answered then, so that it is not
    /// asked again twice.
    ///
    /// To be asked before [`accept`](Self::accept), by whoever would rather ask a person
    /// again than have the call fail: of several requests, ask about each before any
    /// answer is accepted. What would not run for another reason is told by running it.
    ///
    /// # Errors
    /// `denied` when it was answered before or belongs to another session.
    pub fn renewed(
        &self,
        request: &ApprovalRequest,
        answer: &Approval,
        options: impl Into<CallOptions>,
    ) -> Result<Option<ApprovalRequest>, ToolError> {
        let mut options = options.into();
        if options.session.id() != request.session {
            return Err(of_another_session(&request.tool));
        }
        if self.0.answered.knows(&request.id) || options.session.has_answered(&request.id) {
            return Err(answered_before(&request.tool));
        }
        if *answer != Approval::Granted {
            return Ok(None);
        }
        options.call_id = options.call_id.or_else(|| request.call_id.clone());
        let decided = self.decide_granted(request, &self.catalogue(), &mut options);
        let Ok(Decision::Ask(again)) = decided else { return Ok(None) };
        if !self.claim(request, answer, &options) {
            return Err(answered_before(&request.tool));
        }
        self.tell_asked(&again);
        Ok(Some(*again))
    }

    /// Takes an answer to a request without running anything yet:
    /// [`run_answered`](Self::run_answered) does.
    ///
    /// # Errors
    /// `denied` when it was answered before or belongs to another session.
    pub fn accept(
        &self,
        request: impl Into<ApprovalRequest>,
        answer: Approval,
        options: impl Into<CallOptions>,
    ) -> Result<AnsweredRequest, ToolError> {
        let (request, options) = (request.into(), options.into());
        if options.session.id() != request.session {
            return Err(of_another_session(&request.tool));
        }
        if !self.claim(&request, &answer, &options) {
            return Err(answered_before(&request.tool));
        }
        Ok(AnsweredRequest { request, answer })
    }

    /// Runs exactly what was approved, or tells the model why not, as
    /// [`answer`](Self::answer) does.
    ///
    /// Run each answer once: nothing here keeps it from running twice.
    ///
    /// # Errors
    /// As for [`answer`](Self::answer).
    pub async fn run_answered(
        &self,
        answered: AnsweredRequest,
        options: impl Into<CallOptions>,
    ) -> Result<CallOutcome, ToolError> {
        let (AnsweredRequest { request, answer }, mut options) = (answered, options.into());
        options.call_id = options.call_id.or_else(|| request.call_id.clone());
        if options.session.id() != request.session {
            return Err(of_another_session(&request.tool));
        }
        self.run_as_answered(&request, answer, options, true).await
    }

    /// Carries out what was answered, when this was the first answer.
    pub(super) async fn run_as_answered(
        &self,
        request: &ApprovalRequest,
        answer: Approval,
        mut options: CallOptions,
        first: bool,
    ) -> Result<CallOutcome, ToolError> {
        let catalogue = self.catalogue();
        let listed = catalogue.find(&request.tool);
        let seen = self.seen(&request.tool, listed, &request.arguments, &options);
        let observed = Observed::begin(&self.0.listing, &self.0.clock, &seen);
        let decided = match answer {
            _ if !first => Err(answered_before(&request.tool)),
            Approval::Denied { reason } => Err(denied(&request.tool, reason)),
            Approval::Granted => self.decide_granted(request, &catalogue, &mut options),
        };
        self.carry_out(observed, decided, options).await
    }

    /// Whether this is the first answer to a request, which then counts as answered.
    pub(super) fn claim(
        &self,
        request: &ApprovalRequest,
        answer: &Approval,
        options: &CallOptions,
    ) -> bool {
        let first = self.0.answered.claim(&request.id) && options.session.claim(&request.id);
        if first {
            self.0.listing.tell(ToolkitEvent::ApprovalAnswered {
                request: request.id.clone(),
                tool: request.tool.clone(),
                granted: *answer == Approval::Granted,
            });
        }
        first
    }

    pub(super) fn tell_asked(&self, request: &ApprovalRequest) {
        let (request, tool) = (request.id.clone(), request.tool.clone());
        self.0.listing.tell(ToolkitEvent::ApprovalAsked { request, tool });
    }
}
