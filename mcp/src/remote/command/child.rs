//! A server that is a child process, as whoever started it holds it.

use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::process::Process;
use super::seen::Seen;
use super::standard_error::StandardError;
use super::status;

/// How long an end that shows by the streams may take to be one of the process.
const SOON: Duration = Duration::from_millis(500);

/// How long the system may take to end a process that is killed.
const KILLED: Duration = Duration::from_secs(5);

/// A server that is a child process. It is ended when this is dropped, with all that it
/// started.
pub(in crate::remote) struct Child(pub(super) Arc<Shared>);

/// What its transport and whoever started it have in common.
pub(super) struct Shared {
    pub(super) process: Arc<Process>,
    pub(super) standard_error: Arc<StandardError>,
    pub(super) seen: Seen,
    /// Its standard input is to be closed.
    pub(super) finish: CancellationToken,
    closing: AtomicBool,
}

/// What tells the last lines of a server's standard error.
pub(in crate::remote) type LastSaid = Arc<dyn Fn() -> Vec<String> + Send + Sync>;

/// How a server ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::remote) struct Ended {
    /// What it did, as in "ended with exit status 3".
    pub(in crate::remote) why: String,
    /// The end of its standard error, harmless on a terminal.
    pub(in crate::remote) standard_error: Vec<String>,
}

impl Shared {
    pub(super) fn new(process: Arc<Process>, standard_error: Arc<StandardError>) -> Self {
        Self {
            process,
            standard_error,
            seen: Seen::default(),
            finish: CancellationToken::new(),
            closing: AtomicBool::new(false),
        }
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }
}

impl Child {
    /// What tells that the connection is lost, at once: nothing is answered any more.
    pub(in crate::remote) fn lost(&self) -> &CancellationToken {
        self.0.seen.is_lost()
    }

    /// Waits until the connection is lost, and says why.
    pub(in crate::remote) async fn ended(&self) -> Ended {
        let Shared { process, standard_error, seen, .. } = &*self.0;
        tokio::select! {
            () = process.gone().cancelled() => {}
            () = seen.is_lost().cancelled() => {}
        }
        let read = async {
            process.gone().cancelled().await;
            standard_error.is_read().await;
        };
        // Whatever is there by then is told.
        let _ = timeout(SOON, read).await;
        let why = match self.status() {
            Some(status) => status::words(status),
            None => seen.why().to_owned(),
        };
        Ended { why, standard_error: self.standard_error() }
    }

    /// How it ended, if it did so by itself.
    fn status(&self) -> Option<ExitStatus> {
        let process = &self.0.process;
        process.status().filter(|status| !process.was_killed() || !status::is_ours(*status))
    }

    /// Whether it ended by itself.
    pub(super) fn has_status(&self) -> bool {
        self.status().is_some()
    }

    /// The end of its standard error, harmless on a terminal.
    pub(in crate::remote) fn standard_error(&self) -> Vec<String> {
        self.0.standard_error.last_lines()
    }

    /// What tells the end of its standard error, also when this is gone.
    pub(in crate::remote) fn last_said(&self) -> LastSaid {
        let standard_error = Arc::clone(&self.0.standard_error);
        Arc::new(move || standard_error.last_lines())
    }

    /// Ends it: its standard input is closed; after a while it and whatever it started are
    /// asked to end, after as long again they are ended. Dropping the future ends them too.
    pub(in crate::remote) async fn close(&self, grace: Duration) {
        let process = &self.0.process;
        let _kill = Kill(process);
        self.0.closing.store(true, Ordering::Release);
        self.0.finish.cancel();
        if timeout(grace, process.gone().cancelled()).await.is_ok() {
            return;
        }
        process.terminate();
        if timeout(grace, process.gone().cancelled()).await.is_ok() {
            return;
        }
        process.kill();
        if timeout(KILLED, process.gone().cancelled()).await.is_err() {
            tracing::warn!("a server that was killed is still there");
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.0.process.kill();
    }
}

struct Kill<'a>(&'a Process);

impl Drop for Kill<'_> {
    fn drop(&mut self) {
        self.0.kill();
    }
}
