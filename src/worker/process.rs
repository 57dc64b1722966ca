//! A worker as its parent holds it: a child process, asked one thing at a time.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::death::Death;
use super::frame::{self, Frame, Kind};
use super::options::WorkerOptions;
use super::spawn;
use crate::budget::Stop;
use crate::error::{ErrorCode, ToolError};

/// How long a worker may take to end what it was told to end.
const GRACE: Duration = Duration::from_millis(50);

/// How much of its last words is kept.
const LAST_WORDS: usize = 4096;

/// What a worker asks of its parent.
pub(crate) trait Parent: Send + Sync + 'static {
    /// Answers a question.
    fn answer(&self, question: &[u8]) -> Vec<u8>;
    /// Takes a line for the log.
    fn log(&self, line: &[u8]);
}

/// A child process that answers requests. Dropping it kills the process.
pub(crate) struct Worker {
    process: Process,
    frames: Sender<Frame>,
    events: Receiver<Event>,
    tell: Sender<Event>,
    last: u64,
    memory: u64,
}

/// What a request came to.
pub(crate) enum Outcome {
    /// An answer: a reply, or why there is none.
    Answered(Result<Vec<u8>, ToolError>),
    /// The call was told to end before there was an answer.
    Stopped,
    /// The worker is gone.
    Gone(ToolError),
}

enum Event {
    Hello(Vec<u8>),
    Answered(u64, Result<Vec<u8>, ToolError>),
    Stopped(u64),
    Gone(Death),
}

impl Worker {
    /// Starts a worker, and waits until it is there.
    ///
    /// # Errors
    /// `unavailable`, with what to do about it.
    pub(crate) fn start(
        options: &WorkerOptions,
        parent: Arc<dyn Parent>,
    ) -> Result<Self, ToolError> {
        let (process, pipes) = spawn::start(options)?;
        let process = Process(Arc::new(Mutex::new(process)));
        let (frames, to_write) = mpsc::channel();
        let (tell, events) = mpsc::channel();
        let ears = Ears {
            process: Process(Arc::clone(&process.0)),
            frames: frames.clone(),
            tell: tell.clone(),
            parent,
            most: options.memory,
        };
        let worker = Self { process, frames, events, tell, last: 0, memory: options.memory };
        let (said, last_words) = mpsc::channel();
        let spawn::Pipes { stdin, stdout, stderr } = pipes;
        thread("rulebook-write", move || write(stdin, &to_write))?;
        thread("rulebook-words", move || drop(said.send(listen(stderr))))?;
        thread("rulebook-read", move || ears.hear(stdout, &last_words))?;
        worker.greeted(options.start_time)
    }

    fn greeted(self, time: Duration) -> Result<Self, ToolError> {
        match self.events.recv_timeout(time) {
            Ok(Event::Hello(version)) if version == VERSION.as_bytes() => Ok(self),
            Ok(Event::Hello(_)) => Err(unavailable(OTHER_VERSION)),
            Ok(Event::Gone(death)) if !death.is_silent() => Err(death.error(self.memory)),
            _ => Err(unavailable(NO_HELLO)),
        }
    }

    /// Whether it has died since it last answered.
    pub(crate) fn has_gone(&self) -> bool {
        self.events.try_iter().any(|event| matches!(event, Event::Gone(_)))
    }

    /// Sends a request; there is one at a time.
    pub(crate) fn send(&mut self, request: Vec<u8>) {
        self.last += 1;
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
            // The worker has a sender of its own, so there is always one.
            let Ok(event) = self.events.recv() else { return self.gone(&Death::default()) };
            if let Some(outcome) = self.outcome(event) {
                return outcome;
            }
        }
    }

    /// Tells the worker to end what it does; whether it did in time.
    pub(crate) fn end(&mut self) -> bool {
        let _ = self.frames.send(Frame::new(Kind::Stop, self.last, Vec::new()));
        let until = Instant::now() + GRACE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(event) => match self.outcome(event) {
                    Some(Outcome::Answered(_)) => return true,
                    Some(Outcome::Gone(_)) => return false,
                    Some(Outcome::Stopped) | None => {}
                },
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    fn outcome(&self, event: Event) -> Option<Outcome> {
        match event {
            Event::Answered(request, result) if request == self.last => {
                Some(Outcome::Answered(result))
            }
            Event::Stopped(request) if request == self.last => Some(Outcome::Stopped),
            Event::Gone(death) => Some(self.gone(&death)),
            // Of an earlier request.
            Event::Hello(_) | Event::Answered(..) | Event::Stopped(_) => None,
        }
    }

    fn gone(&self, death: &Death) -> Outcome {
        Outcome::Gone(death.error(self.memory))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.process.kill();
    }
}

/// The child, shared by whoever kills it and whoever waits for its end.
struct Process(Arc<Mutex<Child>>);

impl Process {
    fn lock(&self) -> MutexGuard<'_, Child> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kill(&self) {
        // One that has ended by itself cannot be killed, and need not be.
        let _ = self.lock().kill();
    }

    /// Takes note of how it ended, or ends it when it does not end by itself.
    fn reap(&self) -> Option<ExitStatus> {
        // It closes its pipes a little before its end.
        for _ in 0..50 {
            if let Ok(Some(status)) = self.lock().try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
        let mut child = self.lock();
        let _ = child.kill();
        child.wait().ok()
    }
}

/// The thread that hears what the worker says, until its end.
struct Ears {
    process: Process,
    frames: Sender<Frame>,
    tell: Sender<Event>,
    parent: Arc<dyn Parent>,
    most: u64,
}

impl Ears {
    fn hear(&self, stdout: ChildStdout, last_words: &Receiver<String>) {
        let mut input = BufReader::new(stdout);
        let confused = match frame::skip_to_mark(&mut input).and_then(|()| self.listen(&mut input))
        {
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Some(error.to_string())
            }
            _ => None,
        };
        let status = self.process.reap();
        // A process that the worker started may hold the pipe open.
        let last_words = last_words.recv_timeout(Duration::from_millis(100)).unwrap_or_default();
        let _ = self.tell.send(Event::Gone(Death { status, last_words, confused }));
    }

    fn listen(&self, input: &mut impl Read) -> std::io::Result<()> {
        loop {
            let Frame { kind, request, body } = Frame::read(input, self.most)?;
            let event = match kind {
                Kind::Hello => Event::Hello(body),
                Kind::Reply => Event::Answered(request, Ok(body)),
                Kind::Failure => Event::Answered(request, Err(failure(&body))),
                Kind::Question => {
                    let answer = self.parent.answer(&body);
                    let _ = self.frames.send(Frame::new(Kind::Answer, request, answer));
                    continue;
                }
                Kind::Log => {
                    self.parent.log(&body);
                    continue;
                }
                Kind::Request | Kind::Stop | Kind::Answer => continue,
            };
            let _ = self.tell.send(event);
        }
    }
}

fn failure(body: &[u8]) -> ToolError {
    serde_json::from_slice(body).unwrap_or_else(|_| unavailable("the worker could not say why"))
}

fn write(mut stdin: ChildStdin, frames: &Receiver<Frame>) {
    while let Ok(frame) = frames.recv() {
        if frame.write(&mut stdin).is_err() {
            return;
        }
    }
}

/// Makes all that the worker writes to its standard error lines of the log, and
/// keeps the end.
fn listen(stderr: ChildStderr) -> String {
    let (mut input, mut tail) = (BufReader::new(stderr), Vec::new());
    loop {
        let mut line = Vec::new();
        // A line that never ends comes in pieces.
        let read = input.by_ref().take(LAST_WORDS as u64).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return String::from_utf8_lossy(&tail).into_owned();
        }
        let text = String::from_utf8_lossy(&line);
        tracing::warn!(target: "rulebook::worker", "{}", text.trim_end());
        tail.extend(line);
        let surplus = tail.len().saturating_sub(LAST_WORDS);
        tail.drain(..surplus);
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

pub(super) fn unavailable(message: &str) -> ToolError {
    ToolError::new(ErrorCode::Unavailable, message)
}
