//! The client, as a tool knows it while it runs.

use std::sync::Arc;

use rulebook::{AnswerFuture, Listener, Progress, Question};

use super::asking::Asker;
use super::told::Told;

/// The client, as a tool knows it while it runs.
pub(super) struct ClientListener {
    pub(super) asker: Asker,
    pub(super) told: Arc<Told>,
}

impl Listener for ClientListener {
    fn progress(&self, progress: Progress) {
        self.told.progress(progress);
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        self.asker.ask(question)
    }
}
