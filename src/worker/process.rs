//! A worker as its parent holds it: a child process, asked one thing at a time.

use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::belongs::Belongs;
use super::child::Process;
use super::ears::{Ears, Event, Parent, listen};
use super::frame::{Frame, Kind};
use super::options::WorkerOptions;
use super::{harden, spawn};
use crate::budget::Stop;
use crate::error::{ErrorCode, ToolError};

/// How long a worker may take to end what it was told to end.
const GRACE: Duration = Duration::from_millis(50);

/// A child process that answers requests. Dropping it kills the process.
pub(crate) struct Worker {
    process: Process,
    frames: Sender<Frame>,
    events: Receiver<Event>,
    tell: Sender<Event>,
    last: u64,
    belongs: Belongs,
    memory: u64,
    /// Until when it has to say that it is there, as long as it has not.
    hello_by: Option<Instant>,
}

/// What a request came to.
pub(crate) enum Outcome {
    /// An answer: a reply, or what the worker says of why there is none.
    Answered(Result<Vec<u8>, Vec<u8>>),
    /// The call was told to end before there was an answer.
    Stopped,
    /// The worker is gone.
    Gone(ToolError),
}

impl Worker {
    /// Starts a worker. Whether its program is one shows when it is waited for.
    ///
    /// # Errors
    /// `unavailable`, with what to do about it.
    pub(crate) fn start(
        options: &WorkerOptions,
        parent: Arc<dyn Parent>,
    ) -> Result<Self, ToolError> {
        let (child, spawn::Pipes { stdin, stdout, stderr }) = spawn::start(options)?;
        let process = Process::new(child);
        let (frames, to_write) = mpsc::channel();
        let (tell, events) = mpsc::channel();
        let (said, last_words) = mpsc::channel();
        let belongs = Belongs::default();
        let ears = Ears {
            process: process.clone(),
            frames: frames.clone(),
            tell: tell.clone(),
            parent,
            belongs: belongs.clone(),
            most: options.memory,
        };
        let worker = Self {
            process: process.clone(),
            frames,
            events,
            tell,
            last: 0,
            belongs,
            memory: harden::allowed_memory(options.memory),
            hello_by: Instant::now().checked_add(options.start_time),
        };
        // The first one is what takes note of the end of a worker that is killed.
        let heard = thread("rulebook-read", move || ears.hear(stdout, &last_words));
        if heard.is_err() {
            process.kill();
            process.reap();
        }
        heard?;
        thread("rulebook-words", move || drop(said.send(listen(stderr))))?;
        thread("rulebook-write", move || write(stdin, &to_write))?;
        Ok(worker)
    }

    /// Whether it has died since it last answered.
    pub(crate) fn has_gone(&self) -> bool {
        self.events.try_iter().any(|event| matches!(event, Event::Gone(_)))
    }

    /// Sends a request for the call on this thread; there is one at a time.
    pub(crate) fn send(&mut self, request: Vec<u8>) {
        self.last += 1;
        self.belongs.begin(self.last);
        // A worker that is gone is told by what is heard of it.
        let _ = self.frames.send(Frame::new(Kind::Request, self.last, request));
    }

    /// Waits for what comes of the last request, until a call is told to end.
    pub(crate) fn wait(&mut self, stop: Option<&Stop>) -> Outcome {
        if let Some(stop) = stop {
            let (tell, last) = (self.tell.clone(), self.last);
            stop.on_set(move || drop(tell.send(Event::Stopped(last))));
        }
        loop {
            // Without an event there is no worker in this program.
            let Some(event) = self.event(self.hello_by) else { return gone(NO_HELLO) };
            if let Some(outcome) = self.outcome(event) {
                return outcome;
            }
        }
    }

    /// The call that the last request was sent for is over, though the request goes on.
    pub(crate) fn belongs_to_nobody(&self) {
        self.belongs.end();
    }

    /// Tells the worker to end what it does; whether it did in time.
    pub(crate) fn end(&mut self) -> bool {
        let _ = self.frames.send(Frame::new(Kind::Stop, self.last, Vec::new()));
        let until = Instant::now() + GRACE;
        while let Some(event) = self.event(Some(until)) {
            match self.outcome(event) {
                Some(Outcome::Answered(_)) => return true,
                Some(Outcome::Gone(_)) => return false,
                Some(Outcome::Stopped) | None => {}
            }
        }
        false
    }

    /// The next event, if there is one until a time.
    fn event(&self, until: Option<Instant>) -> Option<Event> {
        // The worker has a sender of its own, so there always is one.
        match until {
            None => self.events.recv().ok(),
            Some(until) => {
                let left = until.saturating_duration_since(Instant::now());
                self.events.recv_timeout(left).ok()
            }
        }
    }

    fn outcome(&mut self, event: Event) -> Option<Outcome> {
        match event {
            Event::Hello(version) if version == VERSION.as_bytes() => {
                self.hello_by = None;
                None
            }
            Event::Hello(_) => Some(gone(OTHER_VERSION)),
            Event::Answered(request, result) if request == self.last => {
                self.belongs.end();
                Some(Outcome::Answered(result))
            }
            Event::Stopped(request) if request == self.last => Some(Outcome::Stopped),
            Event::Gone(death) if self.hello_by.is_some() && death.is_silent() => {
                Some(gone(NO_HELLO))
            }
            Event::Gone(death) if self.hello_by.is_some() && death.went_astray() => {
                let mut error = death.error(self.memory);
                error.message.push_str(ASTRAY);
                Some(Outcome::Gone(error))
            }
            Event::Gone(death) => Some(Outcome::Gone(death.error(self.memory))),
            // Of an earlier request.
            Event::Answered(..) | Event::Stopped(_) => None,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.process.kill();
    }
}

fn write(mut stdin: ChildStdin, frames: &Receiver<Frame>) {
    while let Ok(frame) = frames.recv() {
        if frame.write(&mut stdin).is_err() {
            return;
        }
    }
}

fn thread(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), ToolError> {
    let thread = thread::Builder::new().name(name.to_owned()).stack_size(512 * 1024);
    thread.spawn(run).map(drop).map_err(|_| unavailable("no thread could be started for the call"))
}

/// Worker and parent speak alike when they are of one version.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

const OTHER_VERSION: &str =
    "the worker's program was built with another version of the rulebook crate";

const NO_HELLO: &str = "the worker process did not answer: `rulebook::start_worker_if_asked` has \
                        to stand at the top of its `main`";

const ASTRAY: &str = " before it was one: `rulebook::start_worker_if_asked` has to be the first \
                      line of its `main`";

fn gone(why: &str) -> Outcome {
    Outcome::Gone(unavailable(why))
}

pub(super) fn unavailable(message: &str) -> ToolError {
    ToolError::new(ErrorCode::Unavailable, message)
}
