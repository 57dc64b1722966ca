//! The threads of a parent that hear what its worker says.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::belongs::Belongs;
use super::child::{End, Process};
use super::death::Death;
use super::frame::{self, Frame, Kind};
use crate::panics;

/// How much of its last words is kept.
const LAST_WORDS: usize = 4096;

/// What a worker asks of its parent.
pub(crate) trait Parent: Send + Sync + 'static {
    /// Answers a question.
    fn answer(&self, question: &[u8]) -> Vec<u8>;
    /// Takes a line for the log.
    fn log(&self, line: &[u8]);
}

/// What happens to a worker.
pub(super) enum Event {
    /// It is there, and is of a version.
    Hello(Vec<u8>),
    /// It replied to a request, or failed to: what it says of it.
    Answered(u64, Result<Vec<u8>, Vec<u8>>),
    /// A request was told to end.
    Stopped(u64),
    /// It is gone.
    Gone(Death),
}

/// What hears a worker until its end.
pub(super) struct Ears {
    pub(super) process: Process,
    pub(super) frames: Sender<Frame>,
    pub(super) tell: Sender<Event>,
    pub(super) parent: Arc<dyn Parent>,
    /// Whom the lines of its log belong to.
    pub(super) belongs: Belongs,
    /// How long a frame may be.
    pub(super) most: u64,
}

impl Ears {
    pub(super) fn hear(&self, stdout: ChildStdout, last_words: &Receiver<String>) {
        let mut input = BufReader::new(stdout);
        let heard = frame::skip_to_mark(&mut input).and_then(|()| self.listen(&mut input));
        let confused = match heard {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Some(error.to_string()),
            _ => None,
        };
        if confused.is_some() {
            self.process.kill();
        }
        let (status, confused) = match self.process.reap() {
            End::ByItself(status) => (status, confused),
            End::Killed => (None, confused.or_else(|| Some("nothing more".to_owned()))),
        };
        // A process that the worker started may hold the pipe open.
        let last_words = last_words.recv_timeout(Duration::from_millis(100)).unwrap_or_default();
        let _ = self.tell.send(Event::Gone(Death { status, last_words, confused }));
    }

    fn listen(&self, input: &mut impl Read) -> io::Result<()> {
        loop {
            let Frame { kind, request, body } = Frame::read(input, self.most)?;
            let event = match kind {
                Kind::Hello => Event::Hello(body),
                Kind::Reply => Event::Answered(request, Ok(body)),
                Kind::Failure => Event::Answered(request, Err(body)),
                Kind::Question => {
                    let answer = self.parent.answer(&body);
                    let _ = self.frames.send(Frame::new(Kind::Answer, request, answer));
                    continue;
                }
                Kind::Log => {
                    // The log is the host's, and may panic.
                    panics::contain(|| self.belongs.within(request, || self.parent.log(&body)));
                    continue;
                }
                Kind::Request | Kind::Stop | Kind::Answer => continue,
            };
            let _ = self.tell.send(event);
        }
    }
}

/// Makes all that the worker writes to its standard error lines of the log, and
/// keeps the end.
pub(super) fn listen(stderr: ChildStderr) -> String {
    let (mut input, mut tail) = (BufReader::new(stderr), Vec::new());
    loop {
        let mut line = Vec::new();
        // A line that never ends comes in pieces.
        let read = input.by_ref().take(LAST_WORDS as u64).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return String::from_utf8_lossy(&tail).into_owned();
        }
        let text = String::from_utf8_lossy(&line);
        panics::contain(|| tracing::warn!(target: "rulebook::worker", "{}", text.trim_end()));
        tail.extend(line);
        let surplus = tail.len().saturating_sub(LAST_WORDS);
        tail.drain(..surplus);
    }
}
