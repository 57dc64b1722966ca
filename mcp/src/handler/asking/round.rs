//! One round of a call where each request stands alone.

use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitResult, InputRequest, InputRequests,
    InputRequiredResult,
};
use rulebook::{Answer, Approval, ApprovalRequest, CallOutcome, Question, Session, ToolError};
use serde_json::{Map, Value};

use super::ended::Ended;
use super::rounds::{self, Questions, Rounds};
use super::state::{State, bound_to};
use super::{approval, refusals};
use crate::approvals::Approvals;
use crate::handler::accounts::Accounts;
use crate::served::Served;

/// How many rounds a call may have. Clients stop at about as many.
const MOST_ROUNDS: u32 = 10;

/// The name of the request for approval among what a client is asked.
const APPROVAL: &str = "approval";

/// One round of a call.
pub(super) struct Round {
    session: Session,
    number: u32,
    bound_to: Vec<u8>,
    can_ask: bool,
    approval: Step,
    rounds: Rounds,
}

/// How far the call is with its approval.
enum Step {
    /// It is not known whether there has to be one.
    First,
    /// The person was asked, and this is the answer if there is one.
    Asked(Box<ApprovalRequest>, Option<Value>),
    /// It was granted in an earlier round.
    Granted(Box<ApprovalRequest>),
}

impl Round {
    pub(super) fn new(
        served: &Served,
        request: &mut CallToolRequestParams,
        arguments: &Map<String, Value>,
        can_ask: bool,
    ) -> Result<Self, ErrorData> {
        let bound_to = bound_to(&request.name, arguments);
        let mut given = request.input_responses.take().unwrap_or_default();
        let Some(sealed) = request.request_state.take() else {
            // The answers may come with the first call, where the client knows what is
            // asked. An approval never does.
            let rounds = Rounds::new(Vec::new(), given, None);
            let (session, approval) = (Session::new(), Step::First);
            return Ok(Self { session, number: 0, bound_to, can_ask, approval, rounds });
        };
        let state: State =
            served.seal.open(&sealed, &bound_to).ok_or_else(refusals::unusable_state)?;
        let approval = match state.approval {
            None => Step::First,
            Some(request) if state.granted => Step::Granted(request),
            Some(request) => {
                let answer = given.remove(APPROVAL);
                // Nothing else was asked; what was said before is still at hand.
                given = state.given;
                Step::Asked(request, answer)
            }
        };
        let rounds = Rounds::new(state.answered, given, state.asked);
        let session = Session::with_id(state.session);
        Ok(Self { session, number: state.round, bound_to, can_ask, approval, rounds })
    }

    pub(super) fn session(&self) -> Session {
        self.session.clone()
    }

    pub(super) async fn ask(&self, question: Question) -> Result<Answer, ToolError> {
        if !self.can_ask {
            return Err(refusals::nobody_to_ask());
        }
        self.rounds.ask(question).await
    }

    /// Runs the call as far as it comes. The futures of tools are large, and are kept off
    /// the stack.
    pub(super) async fn call(&self, accounts: &Accounts<'_>) -> Result<Ended, ErrorData> {
        let (served, name) = (accounts.served, accounts.tool);
        let (ended, granted) = match &self.approval {
            Step::First => (self.rounds.until_asked(Box::pin(accounts.call())).await, None),
            Step::Asked(request, None) => return Ok(self.ask_approval(served, request.clone())),
            Step::Asked(request, Some(answer)) => {
                let approval = read(answer).map_err(|problem| refusals::malformed(&problem))?;
                let granted = (approval == Approval::Granted).then(|| request.clone());
                let call = Box::pin(accounts.answer(request, approval));
                (self.rounds.until_asked(call).await, granted)
            }
            Step::Granted(request) => {
                let call = Box::pin(accounts.resume(request));
                (self.rounds.until_asked(call).await, Some(request.clone()))
            }
        };
        match ended {
            rounds::Ended::Malformed(problem) => Err(refusals::malformed(&problem)),
            rounds::Ended::Asks(questions) => {
                Ok(self.ask_questions(served, name, questions, granted))
            }
            rounds::Ended::Result(Ok(CallOutcome::NeedsApproval(request))) => {
                Ok(self.ask_approval(served, request))
            }
            rounds::Ended::Result(Ok(CallOutcome::Done(output))) => Ok(Ended::Result(Ok(output))),
            // The tool has no other way: the client is told what it has to be able to do.
            rounds::Ended::Result(Err(error))
                if !self.can_ask && error == refusals::nobody_to_ask() =>
            {
                Err(refusals::lacks_elicitation())
            }
            rounds::Ended::Result(Err(error)) => Ok(Ended::Result(Err(error))),
        }
    }

    fn ask_approval(&self, served: &Served, request: Box<ApprovalRequest>) -> Ended {
        if !self.can_ask || served.approvals == Approvals::Never {
            let error = refusals::unapproved(&request.tool, served.approvals);
            return Ended::Result(Err(error));
        }
        let tool = request.tool.clone();
        let Some(form) = approval::form(&request) else {
            return Ended::Result(Err(refusals::unapproved(&tool, served.approvals)));
        };
        let form = InputRequest::Elicitation(ElicitRequest::new(form));
        let requests = InputRequests::from([(APPROVAL.to_owned(), form)]);
        let session = request.session.clone();
        let state = State { session, approval: Some(request), ..self.rounds.state() };
        self.asks(served, &tool, requests, state)
    }

    fn ask_questions(
        &self,
        served: &Served,
        name: &str,
        questions: Questions,
        granted: Option<Box<ApprovalRequest>>,
    ) -> Ended {
        let Questions { requests, state } = questions;
        let session = self.session.id().to_owned();
        let granted_now = granted.is_some();
        let state = State { session, granted: granted_now, approval: granted, ..state };
        self.asks(served, name, requests, state)
    }

    fn asks(&self, served: &Served, tool: &str, requests: InputRequests, state: State) -> Ended {
        let round = self.number.saturating_add(1);
        let sealed = served.seal.seal(&State { round, ..state }, &self.bound_to, served.patience);
        match sealed {
            Some(sealed) if round <= MOST_ROUNDS => {
                Ended::Asks(InputRequiredResult::new(Some(requests), Some(sealed)))
            }
            _ => Ended::Result(Err(refusals::too_many_rounds(tool, MOST_ROUNDS))),
        }
    }
}

fn read(answer: &Value) -> Result<Approval, String> {
    let answer: ElicitResult = serde_json::from_value(answer.clone())
        .map_err(|_| format!("the answer to `{APPROVAL}` is no answer to a form"))?;
    approval::read(answer).map_err(|problem| format!("the answer to `{APPROVAL}`: {problem}"))
}
