//! Calls that were approved: held to what would run now, and run again when they were
//! given up on their way.

use super::catalogue::Catalogue;
use super::decision::{Decision, still_the_same};
use super::kit::{Toolkit, contained};
use super::observed::Observed;
use super::options::CallOptions;
use super::outcome::CallOutcome;
use super::refusals::of_another_session;
use crate::approval::ApprovalRequest;
use crate::error::ToolError;
use crate::tool::unknown_tool;

impl Toolkit {
    /// Runs a call again from its start that was approved by
    /// [`answer`](Self::answer), and that was given up on its way to ask a person
    /// something: with the answer at hand, the tool goes on where it asked.
    ///
    /// Nobody is asked for the same again. What has changed meanwhile is asked about
    /// as `answer` does. Only the host knows that the request was granted, and for
    /// which call: give nothing that comes from the model or from a client unless it is
    /// sealed.
    ///
    /// # Errors
    /// As for [`answer`](Self::answer).
    pub async fn resume(
        &self,
        approved: impl Into<ApprovalRequest>,
        options: impl Into<CallOptions>,
    ) -> Result<CallOutcome, ToolError> {
        let (request, mut options) = (approved.into(), options.into());
        options.call_id = options.call_id.or_else(|| request.call_id.clone());
        if options.session.id() != request.session {
            return Err(of_another_session(&request.tool));
        }
        let catalogue = self.catalogue();
        let listed = catalogue.find(&request.tool);
        let seen = self.seen(&request.tool, listed, &request.arguments, &options);
        let observed = Observed::begin(&self.0.listing, &self.0.clock, &seen);
        let decided = self.decide_granted(&request, &catalogue, &mut options);
        self.carry_out(observed, decided, options).await
    }

    /// What becomes of a call that was approved.
    pub(super) fn decide_granted(
        &self,
        request: &ApprovalRequest,
        catalogue: &Catalogue,
        options: &mut CallOptions,
    ) -> Result<Decision, ToolError> {
        let listed = catalogue
            .find(&request.tool)
            .ok_or_else(|| unknown_tool(&request.tool, catalogue.names()))?;
        options.session = options.session.for_collection(&listed.collection);
        let policy = self.policy(options);
        contained(|| {
            let prepared = self.prepared(listed, options)?;
            still_the_same(listed, prepared, request, &options.session, policy)
        })
    }
}
