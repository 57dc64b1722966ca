//! The process of a server, shared by whoever ends it and whoever waits for its end.

use std::io;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use tokio_util::sync::CancellationToken;

use super::group;

/// How much stack the thread needs that waits for a child.
const STACK: usize = 128 * 1024;

/// A process, until its end has been taken note of.
pub(super) struct Process {
    held: Mutex<Option<Child>>,
    status: OnceLock<ExitStatus>,
    killed: AtomicBool,
    gone: CancellationToken,
}

impl Process {
    /// Waits for the end of a child, on a thread of its own: nothing is left behind where a
    /// runtime ends before the child does.
    ///
    /// # Errors
    /// Why there is no thread. The child is ended then.
    pub(super) fn watched(child: Child) -> io::Result<Arc<Self>> {
        let process = Arc::new(Self {
            held: Mutex::new(Some(child)),
            status: OnceLock::new(),
            killed: AtomicBool::new(false),
            gone: CancellationToken::new(),
        });
        let watched = Arc::clone(&process);
        let thread = thread::Builder::new().name("mcp-server".to_owned()).stack_size(STACK);
        if let Err(error) = thread.spawn(move || watched.wait()) {
            process.kill();
            process.note_end();
            return Err(error);
        }
        Ok(process)
    }

    fn wait(&self) {
        group::wait_for_end(&self.held);
        self.note_end();
    }

    /// Takes note of the end of the child, and ends what it left.
    fn note_end(&self) {
        // Whoever kills it waits until its number may be another's, and finds nothing.
        let mut held = lock(&self.held);
        let ended = held.take().map(|mut child| {
            group::kill(&mut child);
            if let Ok(status) = child.wait() {
                // It is set here alone.
                let _ = self.status.set(status);
            }
            child
        });
        drop(held);
        if let Some(child) = ended {
            group::wait_for_rest(&child);
        }
        self.gone.cancel();
    }

    /// Asks it to end, and whatever it started.
    pub(super) fn terminate(&self) {
        if let Some(child) = &mut *lock(&self.held) {
            self.killed.store(true, Ordering::Release);
            group::terminate(child);
        }
    }

    /// Ends it, and whatever it started.
    pub(super) fn kill(&self) {
        if let Some(child) = &mut *lock(&self.held) {
            self.killed.store(true, Ordering::Release);
            group::kill(child);
        }
    }

    /// Whether it was ended from here.
    pub(super) fn was_killed(&self) -> bool {
        self.killed.load(Ordering::Acquire)
    }

    /// What tells that it is gone.
    pub(super) fn gone(&self) -> &CancellationToken {
        &self.gone
    }

    /// How it ended; nothing as long as it has not, or where nobody knows.
    pub(super) fn status(&self) -> Option<ExitStatus> {
        self.status.get().copied()
    }
}

pub(super) fn lock(held: &Mutex<Option<Child>>) -> MutexGuard<'_, Option<Child>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}
