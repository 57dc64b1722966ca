//! The turns of a model, and what it was asked.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rig_core::completion::CompletionRequest;

use super::turn::{Decide, Kind, Reply, Turn};

/// Turns that decide for turns, one in the other: past this they never end.
const DEEPEST: usize = 64;

pub(super) struct Script {
    state: Mutex<State>,
}

struct State {
    turns: Turns,
    requests: Vec<CompletionRequest>,
    calls: u64,
}

enum Turns {
    Written { left: VecDeque<Turn>, all: usize },
    Decided(Decide),
}

impl Script {
    pub(super) fn written(turns: impl IntoIterator<Item = Turn>) -> Self {
        let left: VecDeque<_> = turns.into_iter().collect();
        Self::of(Turns::Written { all: left.len(), left })
    }

    pub(super) fn decided(decide: Decide) -> Self {
        Self::of(Turns::Decided(decide))
    }

    fn of(turns: Turns) -> Self {
        Self { state: Mutex::new(State { turns, requests: Vec::new(), calls: 0 }) }
    }

    /// What is answered to a request, which is kept; the message of an error of the
    /// provider.
    pub(super) fn reply(&self, request: CompletionRequest) -> Result<Reply, String> {
        let mut turn = {
            let mut state = self.state();
            state.requests.push(request.clone());
            state.next()?
        };
        // The lock is not held: what decides may look at the model.
        for _ in 0..DEEPEST {
            turn = match turn.0 {
                Kind::Reply(reply) => return Ok(*reply),
                Kind::Fail(message) => return Err(message),
                Kind::Answer(decide) => decide(&request),
            };
        }
        Err(format!(
            "the scripted model decides for another turn {DEEPEST} times and never says one"
        ))
    }

    /// The id of a call.
    pub(super) fn call_id(&self) -> String {
        let mut state = self.state();
        state.calls += 1;
        format!("call_{}", state.calls)
    }

    pub(super) fn requests(&self) -> Vec<CompletionRequest> {
        self.state().requests.clone()
    }

    pub(super) fn left(&self) -> usize {
        match &self.state().turns {
            Turns::Written { left, .. } => left.len(),
            Turns::Decided(_) => 0,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self) -> Result<Turn, String> {
        let asked = self.requests.len();
        match &mut self.turns {
            Turns::Decided(decide) => Ok(Turn(Kind::Answer(decide.clone()))),
            Turns::Written { left, all } => left.pop_front().ok_or_else(|| {
                let turns = if *all == 1 { "turn" } else { "turns" };
                format!("the scripted model has {all} {turns}, and this is call {asked} of it")
            }),
        }
    }
}
