//! Whoever calls: hears how far a call is, and answers what a server asks.

use std::sync::{Arc, Mutex, PoisonError};

use rulebook::{Answer, AnswerFuture, CallOptions, Caller, Listener, Progress, Question, Session};
use serde_json::{Map, Value};

/// A person at the host.
#[derive(Clone, Default)]
pub(crate) struct Person(Arc<Mutex<Heard>>);

#[derive(Default)]
struct Heard {
    progress: Vec<(f64, Option<f64>)>,
    questions: Vec<Question>,
    answer: Option<Map<String, Value>>,
}

impl Person {
    /// One who answers each question with this.
    pub(crate) fn who_answers(answer: Value) -> Self {
        let person = Self::default();
        if let Value::Object(answer) = answer {
            person.look(|heard| heard.answer = Some(answer));
        }
        person
    }

    /// A call that comes from them.
    pub(crate) fn calls(&self) -> CallOptions {
        CallOptions::new(&Session::new()).caller(&Caller::new(self.clone()))
    }

    pub(crate) fn progress(&self) -> Vec<(f64, Option<f64>)> {
        self.look(|heard| heard.progress.clone())
    }

    pub(crate) fn questions(&self) -> Vec<Question> {
        self.look(|heard| heard.questions.clone())
    }

    fn look<T>(&self, look: impl FnOnce(&mut Heard) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Listener for Person {
    fn progress(&self, progress: Progress) {
        self.look(|heard| heard.progress.push((progress.done, progress.total)));
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        let answer = self.look(|heard| {
            heard.questions.push(question);
            heard.answer.clone()
        });
        Box::pin(async { Ok(answer.map_or(Answer::Declined, Answer::Given)) })
    }
}
