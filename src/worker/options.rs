//! How worker processes are started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How much memory a worker may have when nobody says otherwise.
const MEMORY: u64 = 512 * 1024 * 1024;

/// How long a program may take to reach the top of its `main`.
const START: Duration = Duration::from_secs(10);

/// With less, a worker could not even start.
const LEAST_MEMORY: u64 = 64 * 1024 * 1024;

/// How the process is started that runs the calls of an isolated tool set.
///
/// The defaults serve a program that calls
/// [`start_worker_if_asked`](crate::start_worker_if_asked) at the top of its
/// `main`: the worker is that program once more.
///
/// ```
/// let worker = rulebook::WorkerOptions::default().memory(256 * 1024 * 1024);
/// let options = rulebook::ToolSet::options().worker(worker);
/// ```
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    pub(super) memory: u64,
    pub(super) program: Option<PathBuf>,
    pub(super) arguments: Vec<OsString>,
    pub(super) start_time: Duration,
}

impl Default for WorkerOptions {
    fn default() -> Self {
        Self { memory: MEMORY, program: None, arguments: Vec::new(), start_time: START }
    }
}

impl WorkerOptions {
    /// Bytes of memory that the worker may have in all, its program and stack
    /// included: 512 MiB by default, at least 64 MiB. The operating system holds
    /// it to them.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes.max(LEAST_MEMORY);
        self
    }

    /// Another program to run as the worker, for a library whose `main` is not
    /// its own to change. It has to be built with the same version of this crate.
    #[must_use]
    pub fn program(mut self, program: impl Into<PathBuf>) -> Self {
        self.program = Some(program.into());
        self
    }

    /// Arguments for the worker's program, before the one that says what it is
    /// for. A program with several sets of host functions can tell by them which
    /// of them are wanted.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.arguments = arguments.into_iter().map(Into::into).collect();
        self
    }

    /// How long the program may take until it is a worker: 10 s by default.
    #[must_use]
    pub fn start_time(mut self, time: Duration) -> Self {
        self.start_time = time;
        self
    }
}
