//! Asking a client with a request, in revisions that have sessions.

use std::time::Duration;

use rmcp::model::{
    CancelledNotificationParam, ClientResult, ElicitRequest, ElicitRequestParams, ElicitResult,
    RequestId, ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestContext, RoleServer, ServiceError};
use rulebook::{Answer, Approval, ApprovalRequest, ErrorCode, Question, ToolError};
use tokio_util::sync::CancellationToken;

use super::{answer, approval};
use crate::form;

/// How often something is asked before the answer is given up that fits.
const MOST_TIMES: usize = 3;

/// A client that can be asked.
#[derive(Clone)]
pub(super) struct Asked {
    peer: Peer<RoleServer>,
    /// The end of the call.
    ended: CancellationToken,
    /// How long a person has to answer.
    patience: Duration,
}

/// Why there is no answer.
enum Silence {
    Late(Duration),
    Ended,
    Failed,
}

impl Asked {
    pub(super) fn new(context: &RequestContext<RoleServer>, patience: Duration) -> Self {
        Self { peer: context.peer.clone(), ended: context.ct.clone(), patience }
    }

    /// Asks for approval.
    ///
    /// # Errors
    /// `cancelled` when the call is given up meanwhile.
    pub(super) async fn approve(&self, request: &ApprovalRequest) -> Result<Approval, ToolError> {
        let Some(form) = approval::form(request) else {
            return Ok(Approval::denied("it cannot be shown to a person"));
        };
        match self.elicit(form).await {
            Ok(answer) => Ok(approval::read(answer).unwrap_or_else(|problem| {
                Approval::denied(format!("the client's answer cannot be read: {problem}"))
            })),
            Err(Silence::Ended) => Err(given_up()),
            Err(silence) => Ok(Approval::denied(silence.words())),
        }
    }

    /// Asks a question of a tool.
    pub(super) async fn ask(&self, question: &Question) -> Result<Answer, ToolError> {
        let form = form::form(question)?;
        let mut again: Option<String> = None;
        for _ in 0..MOST_TIMES {
            let request = answer::request(question, &form, again.as_deref());
            let given = self.elicit(request).await.map_err(|silence| match silence {
                Silence::Ended => given_up(),
                silence => ToolError::new(ErrorCode::Unavailable, silence.words()),
            })?;
            match answer::read(given, &form) {
                Ok(said) => return Ok(said.into()),
                Err(problem) => again = Some(problem),
            }
        }
        let problem = again.unwrap_or_default();
        let text = format!("the client gave no answer that fits the question: {problem}");
        Err(ToolError::new(ErrorCode::Unavailable, text))
    }

    async fn elicit(&self, params: ElicitRequestParams) -> Result<ElicitResult, Silence> {
        let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
        let options = PeerRequestOptions::with_timeout(self.patience);
        let sent = self.peer.send_cancellable_request(request, options).await;
        let sent = sent.map_err(|error| self.failed(&error))?;
        let mut open = Open { peer: Some(self.peer.clone()), id: sent.id.clone() };
        let answered = self.ended.run_until_cancelled(sent.await_response()).await;
        let answered = answered.ok_or(Silence::Ended)?;
        // It is no longer open, or the client was told so.
        open.peer = None;
        match answered {
            Ok(ClientResult::ElicitResult(answer)) => Ok(answer),
            Ok(_) => Err(self.failed(&ServiceError::UnexpectedResponse)),
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&self, error: &ServiceError) -> Silence {
        if matches!(error, ServiceError::Timeout { .. }) {
            return Silence::Late(self.patience);
        }
        tracing::warn!("a client could not ask a person: {error}");
        Silence::Failed
    }
}

impl Silence {
    fn words(&self) -> String {
        match self {
            Self::Late(time) => format!("nobody answered within {time:?}"),
            Self::Ended => "the call was given up".to_owned(),
            Self::Failed => "the client could not ask the person".to_owned(),
        }
    }
}

fn given_up() -> ToolError {
    ToolError::new(ErrorCode::Cancelled, "the call was given up while a person was asked")
}

/// A question that a client shows, and takes away when this is dropped.
struct Open {
    peer: Option<Peer<RoleServer>>,
    id: RequestId,
}

impl Drop for Open {
    fn drop(&mut self) {
        let (Some(peer), Ok(runtime)) = (self.peer.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        let reason = "the call that asked was given up".to_owned();
        let gone = CancelledNotificationParam::new(Some(self.id.clone()), Some(reason));
        runtime.spawn(async move {
            // A client that is gone shows nothing.
            let _ = peer.notify_cancelled(gone).await;
        });
    }
}
