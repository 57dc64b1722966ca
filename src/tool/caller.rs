//! Whoever a call comes from, while the tool runs.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolError};

/// Whoever a call comes from, while the tool runs: to tell how far it is, or to ask
/// something that only a person knows.
///
/// Clones are one and the same. A tool may run without a caller: what it tells is then
/// heard by nobody, and what it asks fails.
#[derive(Clone, Default)]
pub struct Caller(Option<Arc<dyn Listener>>);

/// What hears a tool while it runs. Hosts implement it; an MCP server does it for its
/// client.
pub trait Listener: Send + Sync {
    /// The tool is so far.
    fn progress(&self, progress: Progress);

    /// The tool asks something. A future that never ends gives the call up, and whoever
    /// does so may call the tool again with the answer at hand: a tool asks before it
    /// changes anything.
    fn ask(&self, question: Question) -> AnswerFuture<'_>;
}

/// The future of an answer.
pub type AnswerFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + 'a>>;

/// How far a call is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done; more each time.
    pub done: f64,
    /// How much there is to do, where that is known.
    pub total: Option<f64>,
    /// What goes on, for a person.
    pub message: Option<String>,
}

/// What a tool asks a person.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// Its name among the questions of one call: the same each time it is asked.
    pub key: String,
    /// The question.
    pub message: String,
    /// The JSON Schema of the answer: an object whose members are strings, numbers,
    /// booleans or choices, as MCP allows for a form.
    pub schema: Value,
}

/// What a person answers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// The answer, by the members of the question's schema.
    Given(Map<String, Value>),
    /// The person refuses to say.
    Declined,
    /// The person went away without deciding.
    Cancelled,
}

impl Caller {
    /// A caller that a listener stands for.
    #[must_use]
    pub fn new(listener: impl Listener + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    /// Tells how far the call is.
    pub fn progress(&self, progress: Progress) {
        if let Some(listener) = &self.0 {
            listener.progress(progress);
        }
    }

    /// Asks a person.
    ///
    /// # Errors
    /// `unavailable` when nobody can be asked.
    pub async fn ask(&self, question: Question) -> Result<Answer, ToolError> {
        match &self.0 {
            Some(listener) => listener.ask(question).await,
            None => Err(ToolError::new(ErrorCode::Unavailable, "there is nobody to ask")),
        }
    }
}

impl Progress {
    /// How much is done.
    #[must_use]
    pub fn new(done: f64) -> Self {
        Self { done, total: None, message: None }
    }

    /// Of how much.
    #[must_use]
    pub fn of(mut self, total: f64) -> Self {
        self.total = Some(total);
        self
    }

    /// What goes on, for a person.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }
}

impl Question {
    /// A question with the schema of its answer.
    #[must_use]
    pub fn new(key: impl Into<String>, message: impl Into<String>, schema: Value) -> Self {
        Self { key: key.into(), message: message.into(), schema }
    }
}

/// Clones of one caller are equal.
impl PartialEq for Caller {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Caller" } else { "Caller(nobody)" })
    }
}
