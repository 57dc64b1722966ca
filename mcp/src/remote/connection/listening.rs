//! Listening to a server for changes of its list, in the revision that has no sessions.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use rmcp::model::{ErrorCode, SubscriptionFilter};
use rmcp::service::{ServiceError, Subscription};
use tokio::time::{Instant, sleep, timeout};

use super::backoff::Backoff;
use super::live::Live;

/// How soon it is listened again, and how late at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(30));
/// How long a server may take to say that it will tell.
const AGREED: Duration = Duration::from_secs(30);
/// How long it has to last to be no failure.
const LASTING: Duration = Duration::from_secs(60);

/// Tells of changes, as long as the connection holds, where the server wants to be listened
/// to for them.
pub(in crate::remote) async fn listen(live: &Live) -> Infallible {
    let about = live.about();
    let tools = about.as_ref().and_then(|about| about.capabilities.tools.as_ref());
    if live.speaks_of_sessions() || tools.and_then(|tools| tools.list_changed) != Some(true) {
        return pending().await;
    }
    let mut again = Backoff::new(AGAIN.0, AGAIN.1);
    loop {
        let begun = Instant::now();
        let asked = live.peer.listen(SubscriptionFilter::builder().tools_list_changed().build());
        match timeout(AGREED, asked).await {
            Ok(Ok(told)) if told.acknowledged().tools_list_changed == Some(true) => {
                hear(live, told).await;
            }
            Ok(Err(ServiceError::McpError(error))) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                tracing::debug!("the server declares changes of its list, and tells none");
                return pending().await;
            }
            Ok(Ok(_)) => return pending().await,
            Ok(Err(error)) => tracing::debug!("the server cannot be listened to: {error}"),
            Err(_) => tracing::debug!("the server does not say whether it will tell of changes"),
        }
        if begun.elapsed() >= LASTING {
            again.begin_anew();
        }
        sleep(again.next()).await;
    }
}

async fn hear(live: &Live, mut told: Subscription) {
    // What changed before the server was listened to, nobody told.
    live.heard.list_changed.notify_one();
    loop {
        match told.next().await {
            Ok(Some(_)) => live.heard.list_changed.notify_one(),
            Ok(None) => return,
            Err(error) => {
                tracing::debug!("the server is listened to no longer: {error}");
                return;
            }
        }
    }
}
