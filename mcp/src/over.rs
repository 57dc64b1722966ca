//! Calls that end before they are done.

use tokio_util::sync::CancellationToken;

/// When a call is over though it has not ended, and its client has not given it up: its
/// session has ended, or the server.
#[derive(Clone, Debug)]
pub(crate) struct Over(pub(crate) CancellationToken);

impl Over {
    /// Waits for that; for ever where nothing but its client ends a call.
    pub(crate) async fn came(over: Option<&Self>) {
        match over {
            Some(Self(token)) => token.cancelled().await,
            None => std::future::pending().await,
        }
    }
}
