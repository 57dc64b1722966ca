//! Giving calls up on purpose, from wherever the wish comes.

use std::future::Future;

use tokio_util::sync::CancellationToken;

/// A wish to give calls up, shared by its clones.
///
/// Dropping a call's future gives it up as well. This is for whoever does not hold
/// the future: the button of a person, the notice of a client.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use rulebook::{Cancellation, ErrorCode, ToolCall, ToolSet};
///
/// let tools = ToolSet::options().root(".").load("manifests/returns.json").await?;
/// let tool = tools.tool("calculate_refund_amount").ok_or("no such tool")?;
/// let stop = Cancellation::new();
/// let mut call = ToolCall::default();
/// call.cancellation = Some(stop.clone());
/// stop.cancel();
/// assert_eq!(tool.call(call).await.unwrap_err().code, ErrorCode::Cancelled);
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancellation(CancellationToken);

impl Cancellation {
    /// A wish that nobody has had yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives up every call that carries this, now and later. Each ends with
    /// `cancelled`.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Whether calls that carry this are given up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Waits until calls that carry this are given up.
    pub async fn cancelled(&self) {
        self.0.cancelled().await;
    }

    /// Runs a future until it ends or is given up; nothing in the latter case.
    pub async fn run<F: Future>(&self, future: F) -> Option<F::Output> {
        if self.is_cancelled() {
            return None;
        }
        self.0.run_until_cancelled(future).await
    }
}

/// Clones of one wish are equal.
impl PartialEq for Cancellation {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
