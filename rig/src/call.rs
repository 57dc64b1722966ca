//! A call under way that its run can end.
//!
//! The agents of one bus drive each other's calls, and nobody drives them when no run is
//! left: the call of a run that was dropped would stay where it is, and a script go on. So
//! the run itself has hold of it.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use rulebook::{ToolError, ToolOutput};

/// How a call ends.
pub(crate) type Ended = Result<ToolOutput, ToolError>;

type Running = Pin<Box<dyn Future<Output = Ended> + Send>>;

/// A call under way. Clones are one and the same.
#[derive(Clone, Default)]
pub(crate) struct Call(Arc<Mutex<State>>);

#[derive(Default)]
enum State {
    #[default]
    NotBegun,
    Waiting(Running),
    /// Someone is polling it, with the lock free: what it does may end it.
    Polled,
    Over,
}

impl Call {
    /// Runs it; nothing when it was ended before it was over.
    pub(crate) async fn run(&self, call: Running) -> Option<Ended> {
        let _over = Over(self);
        match &mut *self.state() {
            state @ State::NotBegun => *state = State::Waiting(call),
            _ => return None,
        }
        poll_fn(|cx| self.poll(cx)).await
    }

    /// Drops it here and now, if it is not over.
    pub(crate) fn end(&self) {
        let _dropped_without_the_lock = self.put(State::Over);
    }

    fn poll(&self, cx: &mut Context<'_>) -> Poll<Option<Ended>> {
        let State::Waiting(mut call) = self.put(State::Polled) else {
            self.end();
            return Poll::Ready(None);
        };
        if let Poll::Ready(ended) = call.as_mut().poll(cx) {
            return Poll::Ready(Some(ended));
        }
        let mut state = self.state();
        if matches!(*state, State::Over) {
            return Poll::Ready(None);
        }
        *state = State::Waiting(call);
        Poll::Pending
    }

    fn put(&self, state: State) -> State {
        std::mem::replace(&mut *self.state(), state)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever runs a call may be dropped as well.
struct Over<'a>(&'a Call);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}
