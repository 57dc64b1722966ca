//! The questions of one run of a tool, where each request stands alone: with the answers
//! at hand the run goes on, and without one it is given up and run again.

use std::collections::BTreeMap;
use std::future::{Future, pending, poll_fn};
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use rmcp::model::{ElicitRequest, ElicitResult, InputRequest, InputRequests, InputResponses};
use rulebook::{Answer, ErrorCode, Question, ToolError};

use super::answer;
use super::state::{Answered, State, digest};
use crate::form::{Form, form};

/// The questions of one run of a tool.
#[derive(Default)]
pub(super) struct Rounds(Mutex<Run>);

#[derive(Default)]
struct Run {
    answered: Vec<Answered>,
    /// What the client has just sent, and nobody has asked for yet.
    given: InputResponses,
    /// What the client was asked for: anything, when it was not asked yet.
    asked: Option<BTreeMap<String, String>>,
    /// What is not answered, by key.
    open: BTreeMap<String, Open>,
    /// What is wrong with what the client sent.
    malformed: Option<String>,
    waker: Option<Waker>,
}

struct Open {
    question: Question,
    form: Form,
    digest: String,
    /// Why it is asked again.
    again: Option<String>,
    /// How many wait for it.
    waiting: usize,
}

/// How a run of a tool ended.
pub(super) enum Ended<T> {
    /// The tool ended.
    Result(T),
    /// It was given up, and these are its questions.
    Asks(Questions),
    /// The client sent what is no answer.
    Malformed(String),
}

/// What a client is asked, and what a call has to remember of it.
pub(super) struct Questions {
    pub(super) requests: InputRequests,
    pub(super) state: State,
}

impl Rounds {
    /// A run with the answers so far, and what the client has sent and to what.
    pub(super) fn new(
        answered: Vec<Answered>,
        given: InputResponses,
        asked: Option<BTreeMap<String, String>>,
    ) -> Self {
        Self(Mutex::new(Run { answered, given, asked, ..Run::default() }))
    }

    fn run(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a call has to remember that has asked no question in this run.
    pub(super) fn state(&self) -> State {
        let run = self.run();
        State {
            asked: run.asked.clone(),
            given: run.given.clone(),
            answered: run.answered.clone(),
            ..State::default()
        }
    }

    /// The answer at hand; otherwise this does not end.
    pub(super) async fn ask(&self, question: Question) -> Result<Answer, ToolError> {
        let form = form(&question)?;
        let key = question.key.clone();
        if let Some(answer) = self.run().take(question, form)? {
            return Ok(answer);
        }
        let _waiting = Waiting { rounds: self, key };
        pending().await
    }

    /// Runs a tool until it ends or cannot go on without an answer.
    pub(super) async fn until_asked<F: Future>(&self, tool: F) -> Ended<F::Output> {
        let mut tool = pin!(tool);
        poll_fn(|context| {
            // Before the look, for a question may come from another task.
            self.run().waker = Some(context.waker().clone());
            if let Poll::Ready(result) = tool.as_mut().poll(context) {
                return Poll::Ready(Ended::Result(result));
            }
            let mut run = self.run();
            if let Some(malformed) = run.malformed.take() {
                return Poll::Ready(Ended::Malformed(malformed));
            }
            if run.open.is_empty() {
                return Poll::Pending;
            }
            Poll::Ready(Ended::Asks(run.questions()))
        })
        .await
    }
}

impl Run {
    fn take(&mut self, question: Question, form: Form) -> Result<Option<Answer>, ToolError> {
        let digest = digest(&question);
        let known = |known: &&Answered| known.key == question.key && known.digest == digest;
        if let Some(answered) = self.answered.iter().find(known) {
            return Ok(Some(answered.said.clone().into()));
        }
        let was_asked =
            self.asked.as_ref().is_none_or(|asked| asked.get(&question.key) == Some(&digest));
        let given = if was_asked { self.given.remove(&question.key) } else { None };
        let mut again = None;
        if let Some(given) = given {
            match serde_json::from_value::<ElicitResult>(given) {
                Err(_) => {
                    let key = &question.key;
                    self.malformed = Some(format!("the answer to `{key}` is no answer to a form"));
                }
                Ok(given) => match answer::read(given, &form) {
                    Ok(said) => {
                        let key = question.key;
                        self.answered.push(Answered { key, digest, said: said.clone() });
                        return Ok(Some(said.into()));
                    }
                    Err(problem) => again = Some(problem),
                },
            }
        }
        match self.open.get_mut(&question.key) {
            Some(open) if open.digest == digest => open.waiting = open.waiting.saturating_add(1),
            Some(_) => return Err(same_key(&question.key)),
            None => {
                let open = Open { question, form, digest, again, waiting: 1 };
                self.open.insert(open.question.key.clone(), open);
            }
        }
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
        Ok(None)
    }

    fn questions(&mut self) -> Questions {
        let (mut requests, mut asked) = (InputRequests::new(), BTreeMap::new());
        for (key, open) in &self.open {
            let form = answer::request(&open.question, &open.form, open.again.as_deref());
            let request = InputRequest::Elicitation(ElicitRequest::new(form));
            requests.insert(key.clone(), request);
            asked.insert(key.clone(), open.digest.clone());
        }
        let answered = self.answered.clone();
        let state = State { asked: Some(asked), answered, ..State::default() };
        Questions { requests, state }
    }
}

fn same_key(key: &str) -> ToolError {
    tracing::error!(question = key, "a tool asks two questions of one key at the same time");
    let text = format!(
        "the tool asks two questions with the key `{key}` at the same time: each needs its own"
    );
    ToolError::new(ErrorCode::ScriptFailed, text)
}

/// Someone who waits for an answer, until this is dropped.
struct Waiting<'a> {
    rounds: &'a Rounds,
    key: String,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut run = self.rounds.run();
        if let Some(open) = run.open.get_mut(&self.key) {
            open.waiting = open.waiting.saturating_sub(1);
            if open.waiting == 0 {
                run.open.remove(&self.key);
            }
        }
    }
}
