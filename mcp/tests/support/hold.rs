//! A tool that does not end before it is told to.

use std::sync::Arc;

use rulebook::{Collection, FnTool, ToolOutput, ToolSpec, Toolkit};
use serde_json::json;
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

use super::web::LONG;

/// Calls that wait, and are let go.
#[derive(Clone, Default)]
pub(crate) struct Hold(Arc<Inner>);

struct Inner {
    begun: Semaphore,
    go: Semaphore,
    given_up: Notify,
}

impl Default for Inner {
    fn default() -> Self {
        Self { begun: Semaphore::new(0), go: Semaphore::new(0), given_up: Notify::new() }
    }
}

impl Hold {
    /// A toolkit of `hold`, which waits, and of `echo`, which does not.
    pub(crate) fn toolkit(&self) -> Toolkit {
        let inner = Arc::clone(&self.0);
        let hold = FnTool::new(ToolSpec::new("hold", "Waits."), move |_| {
            let inner = Arc::clone(&inner);
            async move {
                let left = Left(Some(Arc::clone(&inner)));
                inner.begun.add_permits(1);
                inner.go.acquire().await.unwrap().forget();
                left.finished();
                Ok(ToolOutput::json("held".into()))
            }
        });
        let mut spec = ToolSpec::new("echo", "Says what it is told.");
        spec.input_schema = json!({ "type": "object" });
        let echo = FnTool::new(spec, |call| async { Ok(ToolOutput::json(call.arguments.into())) });
        let desk = Collection::builder("desk").tool(hold).tool(echo).build().unwrap();
        Toolkit::builder().collection(desk).build().unwrap()
    }

    /// Waits for one more call to have begun.
    pub(crate) async fn begun(&self) {
        let begun = timeout(LONG, self.0.begun.acquire());
        begun.await.expect("no call begins").unwrap().forget();
    }

    /// Lets one call go.
    pub(crate) fn go(&self) {
        self.0.go.add_permits(1);
    }

    /// Waits for a call to have been given up.
    pub(crate) async fn given_up(&self) {
        timeout(LONG, self.0.given_up.notified()).await.expect("no call is given up");
    }
}

/// Tells of a call that did not finish.
struct Left(Option<Arc<Inner>>);

impl Left {
    fn finished(mut self) {
        self.0 = None;
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        if let Some(inner) = &self.0 {
            inner.given_up.notify_one();
        }
    }
}
