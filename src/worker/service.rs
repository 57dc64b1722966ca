//! A worker as it is from inside: it answers requests until its parent is gone.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::asked::{Asked, asked};
use super::death::fail;
use super::frame::{self, Frame, Kind};
use super::harden::{self, leave};
use super::process::{VERSION, unavailable};
use super::spawn;
use crate::budget::{self, Stop};
use crate::error::{ErrorCode, ToolError};
use crate::panics;

/// What answers the requests of a worker's parent.
pub(crate) trait Service {
    /// The body of the reply.
    fn answer(&mut self, request: &[u8]) -> Result<Vec<u8>, ToolError>;
}

/// The way from a worker to its parent.
pub(crate) struct Line {
    out: Mutex<std::fs::File>,
    answers: Mutex<Receiver<Vec<u8>>>,
    /// The request that is being answered; 0 between them.
    current: AtomicU64,
}

impl Line {
    fn send(&self, kind: Kind, request: u64, body: Vec<u8>) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if Frame::new(kind, request, body).write(&mut *out).is_err() {
            leave();
        }
    }

    /// Asks the parent, and waits for the answer.
    pub(crate) fn ask(&self, question: Vec<u8>) -> Vec<u8> {
        self.send(Kind::Question, 0, question);
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.recv().unwrap_or_else(|_| leave())
    }

    /// Sends a line for the parent's log, as one of the request that is being answered.
    pub(crate) fn log(&self, line: Vec<u8>) {
        self.send(Kind::Log, self.current.load(Ordering::Relaxed), line);
    }
}

/// Serves the parent when this process was started as a worker, and never
/// returns then; returns at once otherwise.
pub(crate) fn serve_if_asked<S: Service>(make: impl FnOnce(Arc<Line>) -> S + Send + 'static) {
    match asked() {
        None => {}
        Some(Asked::Begin(memory)) => {
            let error = harden::start_over(memory);
            fail(&spawn::reason(&error))
        }
        Some(Asked::Serve) if thread::current().name() == Some("main") => serve(make),
        Some(Asked::Serve) => {
            // Not at the top of `main`: the stack here may be a small one.
            let large = thread::Builder::new().stack_size(harden::stack_size());
            match large.spawn(|| serve(make)).map(thread::JoinHandle::join) {
                Ok(_) => leave(),
                Err(_) => fail(NO_STACK),
            }
        }
    }
}

const NO_STACK: &str =
    "its memory is too little for its stack: give it more by `WorkerOptions::memory`";

struct Job {
    request: u64,
    body: Vec<u8>,
    stop: Arc<Stop>,
}

fn serve<S: Service>(make: impl FnOnce(Arc<Line>) -> S) {
    let (from_parent, to_parent) = match harden::take_pipes() {
        Ok(pipes) => pipes,
        Err(error) => fail(&spawn::reason(&error)),
    };
    let mut out = std::fs::File::from(to_parent);
    if frame::write_mark(&mut out).is_err() {
        leave();
    }
    let (jobs, work) = mpsc::channel();
    let (answers, to_hear) = mpsc::channel();
    let (out, answers_heard) = (Mutex::new(out), Mutex::new(to_hear));
    let line = Arc::new(Line { out, answers: answers_heard, current: AtomicU64::default() });
    line.send(Kind::Hello, 0, VERSION.into());
    let input = BufReader::new(std::fs::File::from(from_parent));
    let hear = move || hear(input, &jobs, &answers);
    let thread = thread::Builder::new().name("rulebook-parent".to_owned()).stack_size(256 * 1024);
    if let Err(error) = thread.spawn(hear) {
        fail(&spawn::reason(&error));
    }
    let mut service = make(Arc::clone(&line));
    while let Ok(Job { request, body, stop }) = work.recv() {
        line.current.store(request, Ordering::Relaxed);
        let answered = answer(&mut service, &body, stop);
        line.current.store(0, Ordering::Relaxed);
        match answered {
            Ok(reply) => line.send(Kind::Reply, request, reply),
            Err(error) => line.send(Kind::Failure, request, words(&error)),
        }
    }
    leave()
}

fn answer(service: &mut impl Service, body: &[u8], stop: Arc<Stop>) -> Result<Vec<u8>, ToolError> {
    let _budget = budget::begin(stop);
    let failed = || ToolError::new(ErrorCode::ScriptFailed, panics::MESSAGE);
    panics::contain(|| service.answer(body)).unwrap_or_else(|| Err(failed()))
}

fn words(error: &ToolError) -> Vec<u8> {
    serde_json::to_vec(error)
        .or_else(|_| serde_json::to_vec(&unavailable("the worker could not say why")))
        .unwrap_or_default()
}

/// Hears the parent until it is gone, and ends the process then, whatever it is
/// doing.
fn hear(mut input: impl Read, jobs: &Sender<Job>, answers: &Sender<Vec<u8>>) {
    let mut current = (0, Arc::<Stop>::default());
    loop {
        let Ok(Frame { kind, request, body }) = Frame::read(&mut input, u64::MAX) else { leave() };
        match kind {
            Kind::Request => {
                current = (request, Arc::default());
                let stop = Arc::clone(&current.1);
                let _ = jobs.send(Job { request, body, stop });
            }
            Kind::Stop if current.0 == request => current.1.set(),
            Kind::Answer => drop(answers.send(body)),
            Kind::Hello | Kind::Stop | Kind::Reply | Kind::Failure | Kind::Question | Kind::Log => {
            }
        }
    }
}
