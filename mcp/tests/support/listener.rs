//! A host that hears a call, and answers what it is asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use rulebook::{
    Answer, AnswerFuture, Caller, ErrorCode, Listener, Progress, Question, ToolCall, ToolError,
};
use serde_json::Value;
use tokio::sync::{Notify, Semaphore};

/// A host that hears a call, and answers what it is asked when it is told to.
#[derive(Clone)]
pub(crate) struct Host(Arc<Inner>);

struct Inner {
    steps: Mutex<Vec<Progress>>,
    asked: Mutex<Vec<Question>>,
    answers: Mutex<VecDeque<Answer>>,
    was_asked: Semaphore,
    thinks: bool,
    go: Notify,
}

impl Host {
    fn make(answers: impl IntoIterator<Item = Answer>, thinks: bool) -> Self {
        Self(Arc::new(Inner {
            steps: Mutex::default(),
            asked: Mutex::default(),
            answers: Mutex::new(answers.into_iter().collect()),
            was_asked: Semaphore::new(0),
            thinks,
            go: Notify::new(),
        }))
    }

    /// A host whose person gives these answers at once, and fails after.
    pub(crate) fn answering(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self::make(answers, false)
    }

    /// A host whose person thinks about each question until told to go on.
    pub(crate) fn thinking(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self::make(answers, true)
    }

    pub(crate) fn caller(&self) -> Caller {
        Caller::new(Arc::new(self.clone()))
    }

    /// A call from it.
    pub(crate) fn call(&self) -> ToolCall {
        ToolCall::default().from_caller(&self.caller())
    }

    /// How far the call said that it is.
    pub(crate) fn done(&self) -> Vec<f64> {
        self.0.steps.lock().unwrap().iter().map(|step| step.done).collect()
    }

    pub(crate) fn steps(&self) -> Vec<Progress> {
        self.0.steps.lock().unwrap().clone()
    }

    pub(crate) fn asked(&self) -> Vec<Question> {
        self.0.asked.lock().unwrap().clone()
    }

    /// The messages of what was asked.
    pub(crate) fn messages(&self) -> Vec<String> {
        self.asked().into_iter().map(|question| question.message).collect()
    }

    /// Waits for one more question.
    pub(crate) async fn was_asked(&self) {
        let asked = tokio::time::timeout(super::web::LONG * 1000, self.0.was_asked.acquire());
        asked.await.expect("nothing is asked").unwrap().forget();
    }

    /// Lets the person answer one question.
    pub(crate) fn go(&self) {
        self.0.go.notify_one();
    }
}

impl Listener for Host {
    fn progress(&self, progress: Progress) {
        self.0.steps.lock().unwrap().push(progress);
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        Box::pin(async {
            self.0.asked.lock().unwrap().push(question);
            self.0.was_asked.add_permits(1);
            if self.0.thinks {
                self.0.go.notified().await;
            }
            let answer = self.0.answers.lock().unwrap().pop_front();
            answer.ok_or_else(|| ToolError::new(ErrorCode::Unavailable, "nobody is at the desk"))
        })
    }
}

/// What a person fills in.
pub(crate) fn given(members: Value) -> Answer {
    let Value::Object(members) = members else { panic!("no object") };
    Answer::Given(members)
}
