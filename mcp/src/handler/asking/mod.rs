//! Asking the person at the client: for approval of a call, and what a tool asks.
//!
//! In revisions with sessions the client gets a request while the call waits. Where each
//! request stands alone, the call ends with what is asked, and the client calls again
//! with the answers and with sealed state.

mod answer;
mod approval;
mod ended;
mod peer;
mod refusals;
mod round;
mod rounds;
mod state;

use std::sync::Arc;

use rmcp::model::CallToolRequestParams;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use rulebook::{AnswerFuture, CallOutcome, Question, Session, ToolError, ToolOutput};
use serde_json::{Map, Value};

use super::accounts::Accounts;
use crate::approvals::Approvals;
use crate::served::Served;
pub(super) use ended::Ended;
use peer::Asked;
use round::Round;

/// How often the same call is asked about when the rules change each time.
const MOST_APPROVALS: usize = 5;

/// Who can be asked by one call, and how.
pub(super) struct Asking {
    served: Arc<Served>,
    how: Arc<How>,
}

/// What asks the questions of a tool. Clones are one and the same.
#[derive(Clone)]
pub(super) struct Asker(Arc<How>);

enum How {
    /// The client cannot ask.
    Nobody,
    /// By a request to the client.
    Request(Asked),
    /// By the result of the call, and another call with the answers.
    Round(Box<Round>),
}

impl Asking {
    /// What a call can ask. The answers and the state of a call that is made again are
    /// taken from the request.
    ///
    /// # Errors
    /// When there is state that this server did not give for this call, or that cannot
    /// be used any more.
    pub(super) fn new(
        served: &Arc<Served>,
        (context, stands_alone): (&RequestContext<RoleServer>, bool),
        request: &mut CallToolRequestParams,
        arguments: &Map<String, Value>,
    ) -> Result<Self, ErrorData> {
        let can_ask = shows_forms(context);
        let how = if stands_alone {
            How::Round(Box::new(Round::new(served, request, arguments, can_ask)?))
        } else if can_ask {
            How::Request(Asked::new(context, served.patience))
        } else {
            How::Nobody
        };
        Ok(Self { served: Arc::clone(served), how: Arc::new(how) })
    }

    /// What asks the questions of the tool.
    pub(super) fn asker(&self) -> Asker {
        Asker(Arc::clone(&self.how))
    }

    /// The session of the call where it stands alone: the one of its first round.
    pub(super) fn session(&self) -> Option<Session> {
        match &*self.how {
            How::Round(round) => Some(round.session()),
            How::Nobody | How::Request(_) => None,
        }
    }

    /// Calls a tool, and asks for approval where that is needed.
    ///
    /// # Errors
    /// When the client sent what is no answer.
    pub(super) async fn call(&self, accounts: &Accounts<'_>) -> Result<Ended, ErrorData> {
        match &*self.how {
            How::Round(round) => Box::pin(round.call(accounts)).await,
            How::Nobody => {
                let outcome = Box::pin(accounts.call()).await;
                Ok(Ended::Result(outcome.and_then(|outcome| self.without_asking(outcome))))
            }
            How::Request(asked) => {
                Ok(Ended::Result(Box::pin(self.ask_first(asked, accounts)).await))
            }
        }
    }

    fn without_asking(&self, outcome: CallOutcome) -> Result<ToolOutput, ToolError> {
        match outcome {
            CallOutcome::Done(output) => Ok(output),
            CallOutcome::NeedsApproval(request) => {
                Err(refusals::unapproved(&request.tool, self.served.approvals))
            }
        }
    }

    async fn ask_first(
        &self,
        asked: &Asked,
        accounts: &Accounts<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let mut outcome = accounts.call().await?;
        for _ in 0..MOST_APPROVALS {
            let CallOutcome::NeedsApproval(request) = outcome else { break };
            if self.served.approvals == Approvals::Never {
                return Err(refusals::unapproved(&request.tool, Approvals::Never));
            }
            let approval = asked.approve(&request).await?;
            outcome = accounts.answer(&request, approval).await?;
        }
        match outcome {
            CallOutcome::Done(output) => Ok(output),
            CallOutcome::NeedsApproval(request) => Err(refusals::restless(&request.tool)),
        }
    }
}

impl Asker {
    /// Asks a question of a tool.
    pub(super) fn ask(&self, question: Question) -> AnswerFuture<'_> {
        Box::pin(async move {
            match &*self.0 {
                How::Nobody => Err(refusals::nobody_to_ask()),
                How::Request(asked) => asked.ask(&question).await,
                How::Round(round) => round.ask(question).await,
            }
        })
    }
}

/// Whether a client can show a form. One that declares elicitation without a mode can.
fn shows_forms(context: &RequestContext<RoleServer>) -> bool {
    let elicitation = context.client_capabilities().and_then(|client| client.elicitation);
    elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
}
