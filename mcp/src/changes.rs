//! What changes while it is served, counted for whoever tells clients.

use std::sync::{Mutex, PoisonError};

use rulebook::{Toolkit, ToolkitEvent};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How often what is served became different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// How often clients should list the tools again.
    pub(crate) tools: u64,
    /// How often anything changed: the tools, or the standing lines.
    pub(crate) any: u64,
}

/// Follows a toolkit with one task, once somebody wants to know.
#[derive(Default)]
pub(crate) struct Changes {
    count: watch::Sender<Count>,
    follower: Mutex<Option<JoinHandle<()>>>,
}

impl Changes {
    /// The changes from now on. Outside of an async runtime nothing is followed.
    pub(crate) fn follow(&self, toolkit: &Toolkit) -> watch::Receiver<Count> {
        let mut follower = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
        // It ends with the runtime that it began on.
        let runs = follower.as_ref().is_some_and(|task| !task.is_finished());
        if let (false, Ok(runtime)) = (runs, Handle::try_current()) {
            let (count, mut events) = (self.count.clone(), toolkit.changes());
            *follower = Some(runtime.spawn(async move {
                while let Some(event) = events.next().await {
                    take(&count, &event);
                }
            }));
        }
        self.count.subscribe()
    }
}

fn take(count: &watch::Sender<Count>, event: &ToolkitEvent) {
    let tools = match event {
        ToolkitEvent::Changed(change) => {
            [&change.added, &change.removed, &change.changed].iter().any(|names| !names.is_empty())
        }
        // It may have been one of them.
        ToolkitEvent::Missed { .. } => true,
        _ => return,
    };
    count.send_modify(|count| {
        count.tools = count.tools.wrapping_add(tools.into());
        count.any = count.any.wrapping_add(1);
    });
}

impl Drop for Changes {
    fn drop(&mut self) {
        let follower = self.follower.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(task) = follower.take() {
            task.abort();
        }
    }
}
