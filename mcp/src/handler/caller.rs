//! The client, as a tool that runs for it knows it.

use std::sync::Arc;

use rulebook::{AnswerFuture, ErrorCode, Listener, Progress, Question, ToolError};

use super::told::Told;

/// The client, as a tool that runs for it knows it.
pub(super) struct ClientCaller {
    /// What the client is told while the call runs.
    told: Arc<Told>,
}

impl ClientCaller {
    pub(super) fn new(told: Arc<Told>) -> Self {
        Self { told }
    }
}

impl Listener for ClientCaller {
    fn progress(&self, progress: Progress) {
        self.told.progress(progress);
    }

    fn ask(&self, _question: Question) -> AnswerFuture<'_> {
        let nobody = ToolError::new(ErrorCode::Unavailable, "there is nobody to ask");
        Box::pin(std::future::ready(Err(nobody)))
    }
}
