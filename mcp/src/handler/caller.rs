//! The client, as a tool that runs for it knows it.

use std::sync::Arc;

use rulebook::{AnswerFuture, Listener, Progress, Question};

use super::asking::Asker;
use super::told::Told;

/// The client, as a tool that runs for it knows it.
pub(super) struct ClientCaller {
    /// What the client is told while the call runs.
    told: Arc<Told>,
    /// What the client is asked.
    asker: Asker,
}

impl ClientCaller {
    pub(super) fn new(told: Arc<Told>, asker: Asker) -> Self {
        Self { told, asker }
    }
}

impl Listener for ClientCaller {
    fn progress(&self, progress: Progress) {
        self.told.progress(progress);
    }

    fn ask(&self, question: Question) -> AnswerFuture<'_> {
        self.asker.ask(question)
    }
}
