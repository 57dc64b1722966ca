//! Whoever a call comes from, while the tool runs.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolError};
use crate::panics;

/// Whoever a call comes from, while the tool runs: to tell how far it is, or to ask
/// something that only a person knows.
///
/// Clones are one and the same. A tool may run without a caller: what it tells is then
/// heard by nobody, and what it asks fails. A method marked `#[tool]` takes it as
/// `caller: &Caller`, a closure of a [`FnTool`](crate::FnTool) finds it in its call.
///
/// ```
/// use std::sync::Mutex;
///
/// use rulebook::{
///     Answer, AnswerFuture, Caller, FnTool, Listener, Progress, Question, Tool, ToolCall,
///     ToolOutput, ToolSpec,
/// };
/// use serde_json::{Map, json};
///
/// /// A person at a terminal, who says yes to everything.
/// #[derive(Default)]
/// struct Terminal(Mutex<Vec<String>>);
///
/// impl Listener for Terminal {
///     fn progress(&self, Progress { done, message, .. }: Progress) {
///         let line = format!("{done}: {}", message.unwrap_or_default());
///         self.0.lock().unwrap().push(line);
///     }
///
///     fn ask(&self, question: Question) -> AnswerFuture<'_> {
///         self.0.lock().unwrap().push(question.message);
///         Box::pin(async { Ok(Answer::Given(Map::from_iter([("sure".to_owned(), json!(true))]))) })
///     }
/// }
///
/// let spec = ToolSpec::new("clear", "Clears the shelf.");
/// let clear = FnTool::new(spec, |call: ToolCall| async move {
///     // What is asked comes before what is changed.
///     let sure = json!({
///         "type": "object",
///         "properties": { "sure": { "type": "boolean" } },
///         "required": ["sure"],
///     });
///     let question = Question::new("sure", "Throw everything away?", sure);
///     let answer = call.caller.ask(question).await?.given()?;
///     if answer.get("sure") != Some(&json!(true)) {
///         return Ok(ToolOutput::json("nothing was thrown away".into()));
///     }
///     for item in 1..=2 {
///         let done = Progress::new(f64::from(item)).of(2.0);
///         call.caller.progress(done.message("threw one away"));
///     }
///     Ok(ToolOutput::json("the shelf is empty".into()))
/// });
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let terminal = std::sync::Arc::new(Terminal::default());
/// let call = ToolCall::default().from_caller(&Caller::new(terminal.clone()));
/// assert_eq!(clear.call(call).await?.value, "the shelf is empty");
/// let told = terminal.0.lock().unwrap().join(", ");
/// assert_eq!(told, "Throw everything away?, 1: threw one away, 2: threw one away");
///
/// // Where there is nobody to ask, the tool says so.
/// let error = clear.call(ToolCall::default()).await.unwrap_err();
/// assert_eq!(error.message, "there is nobody to ask");
/// # Ok::<(), rulebook::ToolError>(()) }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct Caller(Option<Arc<dyn Listener>>);

/// What hears a tool while it runs. Hosts implement it; an MCP server does it for its
/// client. [`Caller`] shows one.
///
/// It may be called from any thread. One that panics takes nothing down: the tool goes on,
/// and what it asked fails.
pub trait Listener: Send + Sync {
    /// The tool is so far. It waits for this to return, so pass on what takes time.
    fn progress(&self, progress: Progress);

    /// The tool asks something. A future that never ends gives the call up, and whoever
    /// does so may call the tool again with the answer at hand: a tool asks before it
    /// changes anything.
    fn ask(&self, question: Question) -> AnswerFuture<'_>;
}

impl<T: Listener + ?Sized> Listener for Arc<T> {
    fn progress(&self, progress: Progress) {
        (**self).progress(progress);
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        (**self).ask(question)
    }
}

/// The future of an answer.
pub type AnswerFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, ToolError>> + Send + 'a>>;

/// How far a call is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// How much is done; more each time.
    pub done: f64,
    /// How much there is to do, in the same unit, where that is known.
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
    /// The answer, by the members of the question's schema. Whoever asks looks at them as
    /// at any input: not every host holds them to the schema.
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

    /// Tells how far the call is. Nobody is told of what is no finite number; a total
    /// that is none is left out.
    pub fn progress(&self, mut progress: Progress) {
        if let Some(listener) = self.0.as_ref().filter(|_| progress.done.is_finite()) {
            progress.total = progress.total.filter(|total| total.is_finite());
            panics::contain(|| listener.progress(progress));
        }
    }

    /// Asks a person. Ask before anything is changed: the call may be run again from its
    /// start with the answer at hand.
    ///
    /// # Errors
    /// `unavailable` when nobody can be asked, and what else keeps the answer away.
    pub async fn ask(&self, question: Question) -> Result<Answer, ToolError> {
        let Some(listener) = &self.0 else { return Err(nobody("there is nobody to ask")) };
        let answer = panics::contained(|| listener.ask(question)).await;
        let why = "the question could not be asked: the log of the host says why";
        answer.unwrap_or_else(|| Err(nobody(why)))
    }

    /// Whether there is anyone to tell or to ask.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }
}

fn nobody(why: &str) -> ToolError {
    ToolError::new(ErrorCode::Unavailable, why)
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

impl Answer {
    /// What was answered, for a tool that cannot go on without.
    ///
    /// # Errors
    /// `denied` when the person refuses to say, `cancelled` when they went away.
    pub fn given(self) -> Result<Map<String, Value>, ToolError> {
        match self {
            Self::Given(members) => Ok(members),
            Self::Declined => {
                let text = "whoever was asked refuses to say, and the call needs the answer";
                Err(ToolError::new(ErrorCode::Denied, text))
            }
            Self::Cancelled => {
                let text = "whoever was asked did not decide, and the call needs the answer";
                Err(ToolError::new(ErrorCode::Cancelled, text))
            }
        }
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
