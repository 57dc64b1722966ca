//! Lines on their way to the audit log.
//!
//! A thread of their own writes them, so that a slow disk holds up the calls whose lines
//! they are, and nobody else.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::destination::Destination;

/// How many lines are kept while they cannot be written.
const MOST_KEPT: usize = 1024;
/// How long a disk that does nothing may hold up a call.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may hold up the end.
const LAST: Duration = Duration::from_secs(2);

/// Lines on their way.
pub(super) struct Lines {
    /// Whether all that was to be written is.
    works: Arc<AtomicBool>,
    sender: Option<Sender<Message>>,
    /// Closed when all is written after the last message.
    ended: Mutex<Receiver<()>>,
}

/// What is done when it has been tried to write a line, and whether it is written.
type Done = Box<dyn FnOnce(bool) + Send>;

struct Message {
    /// What is to be written; nothing to ask whether writing works.
    line: Option<Vec<u8>>,
    done: Done,
}

impl Lines {
    pub(super) fn start(destination: impl Destination) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let works = Arc::new(AtomicBool::new(true));
        let writer = Writer::new(destination, Arc::clone(&works));
        let thread = thread::Builder::new().name("rulebook-audit".to_owned());
        let (ends, ended) = mpsc::channel::<()>();
        thread.spawn(move || {
            let _ends = ends;
            writer.run(&receiver);
        })?;
        Ok(Self { works, sender: Some(sender), ended: Mutex::new(ended) })
    }

    /// Whether lines can be written, as far as is known.
    pub(super) async fn ready(&self) -> bool {
        self.works.load(Ordering::Acquire) || self.send(None).await
    }

    pub(super) async fn flush(&self) {
        self.send(None).await;
    }

    /// Writes a line; whether it is written.
    pub(super) async fn write(&self, line: Vec<u8>) -> bool {
        self.send(Some(line)).await
    }

    /// Writes a line that nobody waits for; what is done when that fails.
    pub(super) fn write_later(&self, line: Vec<u8>, failed: impl FnOnce() + Send + 'static) {
        let done = move |written: bool| {
            if !written {
                failed();
            }
        };
        self.hand_over(Message { line: Some(line), done: Box::new(done) });
    }

    /// Sends at once, and then waits.
    fn send(&self, line: Option<Vec<u8>>) -> impl Future<Output = bool> + use<> {
        let (done, is_done) = oneshot::channel();
        let done = Box::new(move |written| {
            // Whoever gave the call up does not wait.
            let _ = done.send(written);
        });
        self.hand_over(Message { line, done });
        let works = Arc::clone(&self.works);
        async move {
            let Ok(written) = timeout(PATIENCE, is_done).await else {
                tracing::error!("the audit log cannot be written: the disk does nothing");
                works.store(false, Ordering::Release);
                return false;
            };
            written.unwrap_or(false)
        }
    }

    fn hand_over(&self, message: Message) {
        if let Some(sender) = &self.sender {
            // A thread that is gone answers nobody, which counts as not written.
            let _ = sender.send(message);
        }
    }
}

impl Drop for Lines {
    /// What is on its way is written first.
    fn drop(&mut self) {
        self.sender = None;
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing is ever sent: it is closed, or has been waited for long enough.
        let _ = ended.recv_timeout(LAST);
    }
}

struct Writer<D> {
    works: Arc<AtomicBool>,
    destination: D,
    /// Lines that could not be written yet, oldest first.
    kept: VecDeque<Vec<u8>>,
    lost: u64,
}

impl<D: Destination> Writer<D> {
    fn new(destination: D, works: Arc<AtomicBool>) -> Self {
        Self { works, destination, kept: VecDeque::new(), lost: 0 }
    }

    fn run(mut self, messages: &Receiver<Message>) {
        while let Ok(Message { line, done }) = messages.recv() {
            self.kept.extend(line);
            let written = self.write();
            self.works.store(written, Ordering::Release);
            done(written);
        }
    }

    /// Writes all that is kept; whether nothing is left.
    fn write(&mut self) -> bool {
        while let Some(line) = self.kept.pop_front() {
            if let Err(error) = self.destination.write(&line) {
                self.kept.push_front(line);
                self.bound();
                let (kept, lost) = (self.kept.len(), self.lost);
                tracing::error!(kept, lost, "the audit log cannot be written: {error}");
                return false;
            }
        }
        true
    }

    fn bound(&mut self) {
        while self.kept.len() > MOST_KEPT {
            self.kept.pop_front();
            self.lost = self.lost.saturating_add(1);
        }
    }
}
