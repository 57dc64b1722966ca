//! How a tool set runs its functions: calls of tools, and the context function.

use std::sync::Arc;

use serde_json::Value;

use super::home::Home;
use super::isolated::Remote;
use super::kept::{State, Time, Turn};
use super::set::{Inner, ToolSet};
use crate::budget;
use crate::cancel::Cancellation;
use crate::error::ToolError;
use crate::session::Session;
use crate::tool::{CallRecord, ToolCall, cancelled};

impl ToolSet {
    pub(super) async fn run(&self, tool: usize, mut call: ToolCall) -> Result<Value, ToolError> {
        call.record = call.claim_record();
        match call.cancellation.take() {
            None => self.run_to_end(tool, call, None).await,
            Some(wish) => {
                let run = self.run_to_end(tool, call, Some(wish.clone()));
                wish.run(run).await.unwrap_or_else(|| Err(cancelled()))
            }
        }
    }

    async fn run_to_end(
        &self,
        tool: usize,
        call: ToolCall,
        wish: Option<Cancellation>,
    ) -> Result<Value, ToolError> {
        let Inner { outline, parameters, home, interpreter, clock, timeout, .. } = &*self.0;
        let time = Time { clock: clock.clone(), begun: clock.now(), given: *timeout };
        let begin = begin(wish, call.record, &time);
        let session = call.session.filter(|_| outline.takes_session(tool));
        let settings = parameters.held(tool, call.settings.as_deref())?;
        let (turn, (value, left)) = match home {
            Home::Thread(generation, _) => {
                let arguments = parameters.convert(tool, call.arguments, settings)?;
                let (turn, state) = self.turn(session, &time).await?;
                let generation = Arc::clone(generation);
                let run =
                    move || begin().and_then(|()| generation.run(tool, arguments, state.value));
                (turn, interpreter.run_since(time.begun, time.given, run).await?)
            }
            Home::Process(remote, _) => {
                // Wrong ones are refused at once, and not when the worker comes to them.
                let arguments = parameters.checked(tool, call.arguments)?;
                let (turn, state) = self.turn(session, &time).await?;
                let state = outline.takes_session(tool).then_some(state.json);
                let message = Remote::message(tool, arguments, state, settings)?;
                let remote = Arc::clone(remote);
                let run = move || begin().and_then(|()| remote.call(message));
                (turn, interpreter.run_since(time.begun, time.given, run).await?)
            }
        };
        // Nothing is waited for in between: a call that gives its result has kept
        // what it left, and any other has not.
        if let (Some(turn), Some(left)) = (turn, left) {
            turn.keep(left);
        }
        Ok(value)
    }

    /// The turn of a call, and what is kept for its session.
    async fn turn(
        &self,
        session: Option<Session>,
        time: &Time,
    ) -> Result<(Option<Turn>, State), ToolError> {
        let Inner { name, parameters, line, .. } = &*self.0;
        match session {
            None => Ok((None, State::empty())),
            Some(session) => {
                let session = session.for_collection(name);
                let turn = Turn::take(&session, line, parameters.limits(), time);
                turn.await.map(|(turn, state)| (Some(turn), state))
            }
        }
    }

    /// Runs a call on the calling thread, without queue and deadline: what a
    /// call costs beside the hop to the interpreter's thread. It has no session.
    #[doc(hidden)]
    pub fn call_without_hop(&self, name: &str, call: ToolCall) -> Result<Value, ToolError> {
        let (tool, call) = self.found(name, call)?;
        let Inner { outline, parameters, home, .. } = &*self.0;
        let settings = parameters.held(tool, call.settings.as_deref())?;
        let _budget = budget::begin(Arc::default());
        let state = State::empty();
        let (value, _) = match home {
            Home::Thread(generation, _) => {
                let arguments = parameters.convert(tool, call.arguments, settings)?;
                generation.run(tool, arguments, state.value)?
            }
            Home::Process(remote, _) => {
                let state = outline.takes_session(tool).then_some(state.json);
                let arguments = parameters.checked(tool, call.arguments)?;
                remote.call(Remote::message(tool, arguments, state, settings)?)?
            }
        };
        Ok(value)
    }

    /// What the manifest's context function says now of a session that holds
    /// nothing; nothing without one.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context(&self) -> Result<Option<String>, ToolError> {
        self.context_with(State::empty).await
    }

    /// What the manifest's context function says now of a session; nothing without
    /// one. It sees what its scripts keep there, and changes nothing.
    ///
    /// # Errors
    /// As for any call.
    pub async fn context_in(&self, session: &Session) -> Result<Option<String>, ToolError> {
        let Inner { name, outline, parameters, .. } = &*self.0;
        if outline.context.is_some_and(|context| context.session) {
            let state = State::of(&session.for_collection(name), parameters.limits())?;
            return self.context_with(|| state).await;
        }
        self.context().await
    }

    async fn context_with(
        &self,
        state: impl FnOnce() -> State,
    ) -> Result<Option<String>, ToolError> {
        let Inner { outline, home, interpreter, timeout, .. } = &*self.0;
        let Some(context) = outline.context else { return Ok(None) };
        let state = state();
        match home {
            Home::Thread(generation, _) => {
                let generation = Arc::clone(generation);
                interpreter.run(*timeout, move || generation.context(state.value)).await
            }
            Home::Process(remote, _) => {
                let remote = Arc::clone(remote);
                let state = context.session.then_some(state.json);
                interpreter.run(*timeout, move || remote.context(state)).await
            }
        }
    }
}

/// What a call does first when its turn has come.
fn begin(
    wish: Option<Cancellation>,
    record: Option<CallRecord>,
    time: &Time,
) -> impl FnOnce() -> Result<(), ToolError> + Send + 'static {
    let record = record.map(|record| (record, time.clock.clone(), time.begun));
    move || {
        // Its turn may come before its caller comes to hear of the wish.
        if wish.is_some_and(|wish| wish.is_cancelled()) {
            return Err(cancelled());
        }
        if let Some((record, clock, came)) = record {
            record.began(clock.now().saturating_duration_since(came));
        }
        Ok(())
    }
}
