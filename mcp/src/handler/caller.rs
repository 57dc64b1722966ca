//! The client, as a tool knows it while it runs.

use rulebook::{AnswerFuture, Listener, Progress, Question};

use super::asking::Asker;

/// The client, as a tool knows it while it runs.
pub(super) struct ClientListener {
    pub(super) asker: Asker,
}

impl Listener for ClientListener {
    fn progress(&self, _progress: Progress) {}

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        self.asker.ask(question)
    }
}
