//! What was shown, and what does not hold.

use std::error::Error;
use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

use rulebook::{ContentBlock, ToolOutput};
use serde_json::Value;
use tokio::time::timeout;

/// That it holds, or what does not.
pub(crate) type Shown<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

/// For an event that comes at once; a machine may be busy.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// Holds two things to be the same.
pub(crate) fn expect<T: PartialEq<U> + Debug, U: Debug>(
    what: &str,
    found: T,
    expected: U,
) -> Shown {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}\n  expected: {expected:?}\n  found:    {found:?}").into())
}

/// Holds a text to have something in it.
pub(crate) fn contains(what: &str, found: impl Debug, part: &str) -> Shown {
    // As it is written, and not as it is escaped.
    let found = format!("{found:?}");
    if found.contains(part) {
        return Ok(());
    }
    Err(format!("{what}: it says `{part}`\n  found: {found}").into())
}

/// Waits for something that comes soon.
pub(crate) async fn soon<T>(what: &str, event: impl Future<Output = T>) -> Shown<T> {
    timeout(SOON, event).await.map_err(|_| format!("{what}: it does not come").into())
}

/// Looks until something is there.
pub(crate) async fn until(what: &str, mut look: impl FnMut() -> bool) -> Shown {
    soon(what, async {
        while !look() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
}

/// The content of a result as JSON.
pub(crate) fn content(output: &ToolOutput) -> Vec<Value> {
    output.content.iter().map(ContentBlock::to_json).collect()
}
