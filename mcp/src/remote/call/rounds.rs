//! The rounds of a call whose server asks something by its answer: it is called again with
//! what was said.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, InputRequest, InputRequests, InputRequiredResult, InputResponses,
    ServerResult,
};
use rulebook::wording::quoted;
use rulebook::{Caller, ErrorCode, ToolError};
use serde_json::Value;
use tokio::time::sleep;

use super::exchange::exchange;
use super::in_flight::Conversation;
use super::question::Questions;
use crate::remote::connection::keeper::Kept;
use crate::remote::connection::live::Live;

/// How often a server may ask before a call is given up.
const MOST: u32 = 10;

/// How long the first of several rounds that ask nothing waits; each more waits twice as
/// long.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// What the rounds of a call need.
pub(super) struct Rounds<'a> {
    pub(super) at: (&'a Kept, &'a Live),
    pub(super) caller: &'a Caller,
    pub(super) conversation: Conversation,
    pub(super) questions: &'a Questions<'a>,
}

impl Rounds<'_> {
    /// The answer of the server that is none of its questions.
    pub(super) async fn until_answered(
        &self,
        mut params: CallToolRequestParams,
    ) -> Result<ServerResult, ToolError> {
        let mut pause = PAUSE;
        for _ in 0..=MOST {
            let exchanged = exchange(
                self.at,
                params.clone(),
                (self.caller, &self.conversation),
                self.questions,
            );
            let asked = match Box::pin(exchanged).await? {
                ServerResult::InputRequiredResult(asked) => asked,
                result => return Ok(result),
            };
            let InputRequiredResult { input_requests, request_state, .. } = asked;
            params.request_state = request_state;
            params.input_responses = match input_requests.filter(|asked| !asked.is_empty()) {
                Some(requests) => {
                    pause = PAUSE;
                    Some(self.said_to(requests).await?)
                }
                // It has too much to do, or waits for something itself.
                None => {
                    sleep(pause).await;
                    pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
                    None
                }
            };
        }
        let text = format!("the call was given up: the server still asked after {MOST} rounds");
        Err(ToolError::new(ErrorCode::Unavailable, text))
    }

    /// What was said to the questions of one round, which are asked at the same time.
    async fn said_to(&self, requests: InputRequests) -> Result<InputResponses, ToolError> {
        let mut asked = Vec::new();
        for (name, request) in requests {
            let params = match request {
                InputRequest::Elicitation(request) => request.params,
                InputRequest::CreateMessage(_) => return Err(not_offered("a model's text")),
                InputRequest::ListRoots(_) => return Err(not_offered("the client's folders")),
                _ => return Err(not_offered(&quoted(&name))),
            };
            asked.push(async move {
                let said = self.questions.ask(Some(&name), params).await?;
                let said = serde_json::to_value(said).unwrap_or(Value::Null);
                Ok::<_, ToolError>((name, said))
            });
        }
        let said = all(asked).await?;
        Ok(said.into_iter().collect())
    }
}

/// What all futures give, or the first error.
async fn all<T, E>(futures: Vec<impl Future<Output = Result<T, E>>>) -> Result<Vec<T>, E> {
    let mut open: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut given = Vec::new();
    poll_fn(|context| {
        let mut failed = None;
        open.retain_mut(|future| match future.as_mut().poll(context) {
            Poll::Pending => true,
            Poll::Ready(Ok(value)) => {
                given.push(value);
                false
            }
            Poll::Ready(Err(error)) => {
                failed.get_or_insert(error);
                false
            }
        });
        match failed {
            Some(error) => Poll::Ready(Err(error)),
            None if open.is_empty() => Poll::Ready(Ok(std::mem::take(&mut given))),
            None => Poll::Pending,
        }
    })
    .await
}

fn not_offered(what: &str) -> ToolError {
    let text =
        format!("the server asks for {what} in the middle of the call, which is not offered");
    ToolError::new(ErrorCode::Unavailable, text)
}
