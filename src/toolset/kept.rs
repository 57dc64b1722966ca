//! What the scripts of a tool set keep for a session: read before a call, and put
//! back after it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rhai::Dynamic;
use serde_json::{Map, Value};

use crate::clock::Clock;
use crate::convert;
use crate::error::{ErrorCode, Problem, ToolError};
use crate::script::{self, Limits};
use crate::session::{Lease, MOST_DEPTH, Session};

/// What scripts keep for a session, as JSON and as they see it.
pub(super) struct State {
    pub(super) json: Value,
    pub(super) value: Dynamic,
}

impl State {
    /// Nothing yet.
    pub(super) fn empty() -> Self {
        Self { json: Value::Object(Map::new()), value: Dynamic::from_map(rhai::Map::new()) }
    }

    /// What a session has for its collection now.
    ///
    /// # Errors
    /// `unavailable` when that is nothing that scripts have kept. It stays as it is.
    pub(super) fn of(session: &Session, limits: &Limits) -> Result<Self, ToolError> {
        let read = |saved: Option<&Value>| {
            let Some(saved) = saved else { return Ok(Self::empty()) };
            Ok(Self { value: restored(saved, limits)?, json: saved.clone() })
        };
        Ok(session.of_scripts(read)?)
    }
}

/// The state that scripts see, from its JSON.
pub(super) fn restored(saved: &Value, limits: &Limits) -> Result<Dynamic, String> {
    let value = convert::restored(saved, depth(limits))?;
    match script::excess(&value, limits) {
        Some(what) => Err(format!("it {what}")),
        None => Ok(value),
    }
}

/// The JSON of what a function has left in its parameter.
///
/// # Errors
/// `invalid_result` with every part that cannot be kept.
pub(super) fn left(parameter: &str, left: &Dynamic, limits: &Limits) -> Result<Value, ToolError> {
    let kept = match script::excess(left, limits) {
        Some(what) => Err(vec![Problem::new(parameter, format!("it {what}"))]),
        None => convert::kept(parameter, left, depth(limits)),
    };
    kept.map_err(|problems| ToolError::with_problems(ErrorCode::InvalidResult, problems))
}

/// How deep scripts may nest what they keep; JSON may need one level more.
fn depth(limits: &Limits) -> usize {
    limits.value_depth.min(MOST_DEPTH - 1)
}

/// The turn of a call of a session: until it is dropped, no other call of the same
/// session and collection has one.
pub(super) struct Turn {
    lease: Lease,
    was_empty: bool,
}

impl Turn {
    /// Waits for the turn, and gives what the session has then.
    ///
    /// # Errors
    /// `timed_out` when the turn does not come in time, `limit_exceeded` when too
    /// many wait for one, and as [`State::of`].
    pub(super) async fn take(
        session: &Session,
        line: &Line,
        limits: &Limits,
        time: &Time,
    ) -> Result<(Self, State), ToolError> {
        let lease = match session.lease_now() {
            Some(lease) => lease,
            None => {
                let _place = line.stand(limits.waiting_calls)?;
                let wait = time.clock.within(time.left(), session.lease());
                wait.await.ok_or_else(|| too_late(time.given))?
            }
        };
        let state = State::of(session, limits)?;
        let was_empty = state.json.as_object().is_some_and(Map::is_empty);
        Ok((Self { lease, was_empty }, state))
    }

    /// Keeps what a call has left.
    pub(super) fn keep(self, state: Value) {
        // What never held anything leaves no trace.
        if !(self.was_empty && state.as_object().is_some_and(Map::is_empty)) {
            self.lease.keep(state);
        }
    }
}

/// The time of a call: for its turn, for the queue and for its run.
pub(super) struct Time {
    pub(super) clock: Clock,
    pub(super) begun: Instant,
    pub(super) given: Duration,
}

impl Time {
    fn left(&self) -> Duration {
        self.given.saturating_sub(self.clock.now().saturating_duration_since(self.begun))
    }
}

/// The calls that wait for a turn, counted.
#[derive(Default)]
pub(super) struct Line(Arc<AtomicUsize>);

impl Line {
    fn stand(&self, most: usize) -> Result<Place, ToolError> {
        let place = Place(Arc::clone(&self.0));
        if self.0.fetch_add(1, Ordering::Relaxed) >= most {
            let text =
                format!("more than {most} calls wait for their sessions: try again when fewer do");
            return Err(ToolError::new(ErrorCode::LimitExceeded, text));
        }
        Ok(place)
    }
}

/// One place in the line.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn too_late(given: Duration) -> ToolError {
    let text = format!(
        "the call did not begin within {given:?}, because another call of its session took too \
         long: try again later, or give it more time"
    );
    ToolError::new(ErrorCode::TimedOut, text)
}
