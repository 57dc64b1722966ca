//! How many calls run at once.

use std::sync::Arc;

use rulebook::{ErrorCode, ToolError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many calls run at once: of all clients over HTTP, of each client on streams. Clones
/// count together.
#[derive(Clone, Debug)]
pub(crate) struct CallLimit {
    room: Arc<Semaphore>,
    most: usize,
}

impl CallLimit {
    pub(crate) fn new(most: usize) -> Self {
        Self { room: Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))), most }
    }

    /// Room for one call, until it is dropped; an error for the model when there is
    /// none.
    pub(crate) fn enter(&self) -> Result<OwnedSemaphorePermit, ToolError> {
        Arc::clone(&self.room).try_acquire_owned().map_err(|_| {
            let calls = if self.most == 1 { "call runs" } else { "calls run" };
            let message = format!(
                "the server is busy: {} {calls} already, which is the most at once; try again in a moment",
                self.most
            );
            ToolError::new(ErrorCode::Unavailable, message)
        })
    }
}
