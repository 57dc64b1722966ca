//! Lines on their way to the audit log.
//!
//! A thread of their own writes them, so that a slow disk holds up the calls whose lines
//! they are, and nobody else.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use super::destination::Destination;

/// How many lines are kept while they cannot be written.
const MOST_KEPT: usize = 1024;

/// Lines on their way.
pub(super) struct Lines {
    /// Whether all that was to be written is.
    works: Arc<AtomicBool>,
    sender: Option<Sender<Message>>,
    thread: Option<JoinHandle<()>>,
}

struct Message {
    /// What is to be written; nothing to ask whether writing works.
    line: Option<Vec<u8>>,
    done: Option<oneshot::Sender<bool>>,
}

impl Lines {
    pub(super) fn start(destination: impl Destination) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel();
        let works = Arc::new(AtomicBool::new(true));
        let writer = Writer::new(destination, Arc::clone(&works));
        let thread = thread::Builder::new().name("rulebook-audit".to_owned());
        let thread = thread.spawn(move || writer.run(&receiver))?;
        Ok(Self { works, sender: Some(sender), thread: Some(thread) })
    }

    /// Whether lines can be written, as far as is known.
    pub(super) async fn ready(&self) -> bool {
        self.works.load(Ordering::Acquire) || self.send(None).await
    }

    /// Writes a line; whether it is written.
    pub(super) async fn write(&self, line: Vec<u8>) -> bool {
        self.send(Some(line)).await
    }

    pub(super) fn write_later(&self, line: Vec<u8>) {
        self.hand_over(Message { line: Some(line), done: None });
    }

    /// Sends at once, and then waits.
    fn send(&self, line: Option<Vec<u8>>) -> impl Future<Output = bool> + use<> {
        let (done, is_done) = oneshot::channel();
        self.hand_over(Message { line, done: Some(done) });
        async { is_done.await.unwrap_or(false) }
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
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
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
            if let Some(done) = done {
                // Whoever gave the call up does not wait.
                let _ = done.send(written);
            }
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
