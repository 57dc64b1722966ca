//! What a server asks, as a person is asked it.

use std::sync::{Mutex, PoisonError};

use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction};
use rulebook::wording::quoted;
use rulebook::{Answer, Caller, ErrorCode, Question, ToolError};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use super::thinking::Thinking;
use crate::form::{fit, form};
use crate::remote::messages::said;

/// How many questions one call may ask: the time of a person is not counted, so that nothing
/// else ends them.
const MOST: usize = 64;

/// The longest name that a server can give a question.
const LONGEST_KEY: usize = 64;

/// A question that a server asks by a request, and where its answer goes.
pub(in crate::remote) struct Asked {
    pub(super) params: ElicitRequestParams,
    pub(super) reply: oneshot::Sender<ElicitResult>,
}

/// Asks the person at one call.
pub(super) struct Questions<'a> {
    /// The name of the collection.
    server: &'a str,
    caller: &'a Caller,
    thinking: &'a Thinking,
    /// The names of what was asked.
    asked: Mutex<Vec<String>>,
}

impl<'a> Questions<'a> {
    pub(super) fn new(server: &'a str, caller: &'a Caller, thinking: &'a Thinking) -> Self {
        Self { server, caller, thinking, asked: Mutex::default() }
    }

    /// Asks a question of a server, which may have a name for it. Where nobody can be asked
    /// at all, the server is told cancel: it may have another way. An address to open is
    /// declined, since only forms are offered.
    ///
    /// # Errors
    /// What keeps the answer away, or is wrong with it.
    pub(super) async fn ask(
        &self,
        name: Option<&str>,
        params: ElicitRequestParams,
    ) -> Result<ElicitResult, ToolError> {
        let ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } = params
        else {
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        if !self.caller.is_there() {
            return Ok(ElicitResult::new(ElicitationAction::Cancel));
        }
        let schema = serde_json::to_value(requested_schema).unwrap_or_default();
        let key = self.key(name, &message, &schema).ok_or_else(|| {
            let text =
                format!("the call was given up: the server asked more than {MOST} questions");
            ToolError::new(ErrorCode::Unavailable, text)
        })?;
        let message = format!("{} asks: {}", quoted(self.server), said::said(&message));
        let question = Question::new(key, message, schema);
        let form = form(&question)?;
        let open = self.thinking.asks();
        let answer = self.caller.ask(question).await?;
        drop(open);
        match answer {
            Answer::Given(members) => {
                let members = fit(&form, Some(Value::Object(members))).map_err(|problem| {
                    let text =
                        format!("the answer to what the server asks does not fit: {problem}");
                    ToolError::new(ErrorCode::Unavailable, text)
                })?;
                let answer = ElicitResult::new(ElicitationAction::Accept);
                Ok(answer.with_content(Value::Object(members)))
            }
            Answer::Declined => Ok(ElicitResult::new(ElicitationAction::Decline)),
            _ => Ok(ElicitResult::new(ElicitationAction::Cancel)),
        }
    }

    /// The name of a question among those of the call: the same in each run of it, for the
    /// call may be run again with the answers at hand. None, where there were too many.
    fn key(&self, name: Option<&str>, message: &str, schema: &Value) -> Option<String> {
        let name = match name.filter(|name| name.len() <= LONGEST_KEY) {
            Some(name) => name.to_owned(),
            None => digest(name, message, schema),
        };
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() >= MOST {
            return None;
        }
        let times = asked.iter().filter(|before| **before == name).count().saturating_add(1);
        asked.push(name.clone());
        Some(if times == 1 { name } else { format!("{name} ({times})") })
    }
}

impl Asked {
    /// Asks, and passes the answer on, unless the server takes the question back.
    ///
    /// # Errors
    /// As for [`Questions::ask`]. The server is told cancel.
    pub(super) async fn answer(self, questions: &Questions<'_>) -> Result<(), ToolError> {
        let Self { params, mut reply } = self;
        let answer = tokio::select! {
            biased;
            () = reply.closed() => return Ok(()),
            answer = questions.ask(None, params) => answer?,
        };
        // Nobody waits for it where the connection has just ended.
        let _ = reply.send(answer);
        Ok(())
    }
}

fn digest(name: Option<&str>, message: &str, schema: &Value) -> String {
    let written = serde_json::to_vec(&(name, message, schema)).unwrap_or_default();
    let digest = Sha256::digest(written);
    let short = digest.iter().take(8).map(|byte| format!("{byte:02x}"));
    format!("question_{}", short.collect::<String>())
}
