//! Keeps one worker that has loaded a tool set, and starts another when it died.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;

use super::backoff::Backoff;
use super::problem::Checked;
use super::request::{Plan, Request, read, write};
use crate::budget::{self, Stop};
use crate::error::{ErrorCode, ToolError};
use crate::worker::{Outcome, Parent, Worker, WorkerOptions};

/// The one worker of a tool set.
pub(super) struct Keeper {
    options: WorkerOptions,
    parent: Arc<dyn Parent>,
    plan: Plan,
    /// How long a worker may load.
    load_time: Duration,
    slot: Mutex<Slot>,
}

#[derive(Default)]
struct Slot {
    worker: Held,
    backoff: Backoff,
    /// Whether the plan has loaded, so that another worker has to load it too.
    loaded: bool,
}

#[derive(Default)]
enum Held {
    #[default]
    None,
    /// It was told to load, and has to be done at a time.
    Loading(Worker, Instant),
    Ready(Worker),
}

impl Keeper {
    pub(super) fn new(
        options: WorkerOptions,
        parent: Arc<dyn Parent>,
        plan: Plan,
        load_time: Duration,
    ) -> Self {
        Self { options, parent, plan, load_time, slot: Mutex::default() }
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the first worker, which is then told step by step what to load.
    pub(super) fn start(&self) -> Result<(), ToolError> {
        let worker = Worker::start(&self.options, Arc::clone(&self.parent))?;
        self.slot().worker = Held::Ready(worker);
        Ok(())
    }

    /// Takes note that all is loaded. A worker that dies before leaves the steps
    /// that it did undone; one that dies later is replaced by one that did them.
    pub(super) fn loaded(&self) {
        self.slot().loaded = true;
    }

    /// Starts another worker if there is none.
    pub(super) fn make_ready(&self) -> Result<(), ToolError> {
        let mut slot = self.slot();
        let worker = self.ready(&mut slot, budget::current().as_deref())?;
        slot.worker = Held::Ready(worker);
        Ok(())
    }

    /// Asks the worker, on behalf of the call that runs on this thread: when that
    /// is told to end, so is the worker, and it is killed if it does not.
    pub(super) fn ask(&self, request: Vec<u8>) -> Result<Vec<u8>, ToolError> {
        let stop = budget::current();
        let mut slot = self.slot();
        let mut worker = self.ready(&mut slot, stop.as_deref())?;
        worker.send(request);
        match worker.wait(stop.as_deref()) {
            Outcome::Answered(result) => {
                slot.backoff.answered();
                slot.worker = Held::Ready(worker);
                result.map_err(|why| failure(&why))
            }
            Outcome::Stopped => {
                if worker.end() {
                    slot.worker = Held::Ready(worker);
                }
                Err(stopped())
            }
            Outcome::Gone(why) => {
                slot.backoff.died(Instant::now());
                Err(why)
            }
        }
    }

    /// A worker that has loaded the tool set, taken out of its place.
    fn ready(&self, slot: &mut Slot, stop: Option<&Stop>) -> Result<Worker, ToolError> {
        let (mut worker, until) = match std::mem::take(&mut slot.worker) {
            // One that died while nothing was asked of it costs no call.
            Held::Ready(worker) if !(slot.loaded && worker.has_gone()) => return Ok(worker),
            Held::Loading(worker, until) if Instant::now() < until => (worker, until),
            Held::Ready(_) | Held::Loading(..) | Held::None => self.another(slot, stop)?,
        };
        match worker.wait(stop) {
            Outcome::Answered(loaded) => match loaded_again(loaded) {
                Ok(()) => Ok(worker),
                Err(why) => {
                    slot.backoff.died(Instant::now());
                    Err(why)
                }
            },
            // It goes on loading: the next call finds it further on.
            Outcome::Stopped => {
                worker.belongs_to_nobody();
                slot.worker = Held::Loading(worker, until);
                Err(stopped())
            }
            Outcome::Gone(why) => {
                slot.backoff.died(Instant::now());
                Err(why)
            }
        }
    }

    /// Starts another worker, when its time has come, and tells it to load.
    fn another(
        &self,
        slot: &mut Slot,
        stop: Option<&Stop>,
    ) -> Result<(Worker, Instant), ToolError> {
        let wait = slot.backoff.wait(Instant::now())?;
        if !wait.is_zero() {
            pause(wait, stop)?;
        }
        let started = Worker::start(&self.options, Arc::clone(&self.parent));
        let mut worker = started.inspect_err(|_| slot.backoff.died(Instant::now()))?;
        let plan = self.plan.clone();
        let again = if slot.loaded { Request::Load(plan) } else { Request::Prepare(plan) };
        worker.send(write(&again)?);
        let now = Instant::now();
        Ok((worker, now.checked_add(self.load_time).unwrap_or(now)))
    }
}

/// What it came to that a worker started anew was told to load.
fn loaded_again(answer: Result<Vec<u8>, Vec<u8>>) -> Result<(), ToolError> {
    let checked: Result<Checked<IgnoredAny>, _> = match answer {
        Ok(reply) => read(&reply),
        Err(why) => Err(failure(&why)),
    };
    let why = match checked {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(problems)) => problems.into_iter().next().map(|problem| problem.message),
        Err(error) => Some(error.message),
    };
    let text = "the worker process was started anew, and could not load the tool set";
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    Err(ToolError::new(ErrorCode::Unavailable, format!("{text}{why}")))
}

/// What a worker says of why it has no reply.
fn failure(why: &[u8]) -> ToolError {
    read(why).unwrap_or_else(|garbled| garbled)
}

/// Waits, unless the call is told to end meanwhile.
fn pause(wait: Duration, stop: Option<&Stop>) -> Result<(), ToolError> {
    let (tell, told) = mpsc::channel();
    let kept = tell.clone();
    if let Some(stop) = stop {
        stop.on_set(move || {
            let _ = tell.send(());
        });
    }
    let told = told.recv_timeout(wait).is_ok();
    drop(kept);
    if told { Err(stopped()) } else { Ok(()) }
}

/// Nobody hears of it: whoever told the call to end has answered its caller.
fn stopped() -> ToolError {
    ToolError::new(ErrorCode::Cancelled, "the call was stopped")
}
