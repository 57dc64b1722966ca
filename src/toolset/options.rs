//! How a tool set is loaded.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::interpreter;
use crate::script::{HostFunctions, Limits};
use crate::worker::WorkerOptions;

/// How long a call may take when nobody says otherwise.
const TIMEOUT: Duration = Duration::from_secs(120);

/// How long the thread that waits for a worker may take to end or to kill it,
/// which it does by itself long before.
const WORKER_GRACE: Duration = Duration::from_secs(1);

/// How a tool set is loaded; made by [`ToolSet::options`](crate::ToolSet::options).
///
/// ```
/// use std::time::Duration;
/// let options = rulebook::ToolSet::options().timeout(Duration::from_secs(2)).run_startup(false);
/// ```
#[derive(Clone)]
pub struct LoadOptions {
    pub(super) root: Option<PathBuf>,
    pub(super) name: Option<String>,
    pub(super) timeout: Duration,
    pub(super) limits: Limits,
    pub(super) run_startup: bool,
    pub(super) host: Vec<HostFunctions>,
    pub(super) clock: Clock,
    pub(super) isolation: Isolation,
    pub(super) worker: WorkerOptions,
}

/// Where the calls of a tool set run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isolation {
    /// On a thread of this process.
    #[default]
    Thread,
    /// In a child process that has its memory limited, is killed when a call does
    /// not end, and takes nothing with it when it dies. The program has to call
    /// [`start_worker_if_asked`](crate::start_worker_if_asked) at the top of its
    /// `main`.
    Process,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            root: None,
            name: None,
            timeout: TIMEOUT,
            limits: Limits::default(),
            run_startup: true,
            host: Vec::new(),
            clock: Clock::system(),
            isolation: Isolation::default(),
            worker: WorkerOptions::default(),
        }
    }
}

impl LoadOptions {
    /// The folder that no path may leave; paths in the manifest are relative to
    /// it. Without it, that is the manifest's own folder.
    #[must_use]
    pub fn root(mut self, folder: impl Into<PathBuf>) -> Self {
        self.root = Some(folder.into());
        self
    }

    /// The name of the tool set: what its scripts keep for a session is kept by it,
    /// so it stays the same from one version of the rules to the next. Without it,
    /// that is the manifest's file name without its ending: `returns` of
    /// `returns.json`.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The name that a manifest's tool set has.
    pub(super) fn name_of(&self, manifest: &Path) -> Arc<str> {
        let given = self.name.as_deref().filter(|name| !name.is_empty());
        let stem = || manifest.file_stem().map_or("rules".into(), |stem| stem.to_string_lossy());
        given.map_or_else(|| Arc::from(stem()), Arc::from)
    }

    /// How long a call may wait and run together, and how long the start-up
    /// statements of a script may run: 2 minutes by default.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How much a script may use.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits.bounded();
        self
    }

    /// Whether the scripts' start-up statements run: they do by default. Without
    /// them a script has no constants and no imports.
    #[must_use]
    pub fn run_startup(mut self, run: bool) -> Self {
        self.run_startup = run;
        self
    }

    /// Adds functions of the host to the engine that the scripts run in.
    ///
    /// What they do is the host's own responsibility: no limit reaches into
    /// them, and a call that one of them holds up is answered at its deadline
    /// while the function goes on. A panic in one is a failure of the call, in a
    /// program that is built with `panic = "unwind"`, as Rust does by itself; one
    /// that is built with `panic = "abort"` ends with the first panic.
    ///
    /// ```
    /// let options = rulebook::ToolSet::options()
    ///     .host_functions(|engine| { engine.register_fn("vat", |net: i64| net * 19 / 100); });
    /// ```
    #[must_use]
    pub fn host_functions<F>(mut self, add: F) -> Self
    where
        F: Fn(&mut rhai::Engine) + Send + Sync + 'static,
    {
        self.host.push(Arc::new(add));
        self
    }

    pub(super) fn interpreter(&self) -> interpreter::Settings {
        interpreter::Settings {
            clock: self.clock.clone(),
            grace: match self.isolation {
                Isolation::Thread => interpreter::GRACE,
                Isolation::Process => WORKER_GRACE,
            },
            waiting_calls: self.limits.waiting_calls,
            abandoned_threads: self.limits.abandoned_threads,
        }
    }

    /// Where the calls run: on a thread of this process by default.
    #[must_use]
    pub fn isolation(mut self, isolation: Isolation) -> Self {
        self.isolation = isolation;
        self
    }

    /// How the process is started that calls run in with [`Isolation::Process`].
    #[must_use]
    pub fn worker(mut self, worker: WorkerOptions) -> Self {
        self.worker = worker;
        self
    }

    /// The clock that deadlines are read from; tests move one by hand.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }
}

impl fmt::Debug for LoadOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadOptions")
            .field("root", &self.root)
            .field("name", &self.name)
            .field("timeout", &self.timeout)
            .field("limits", &self.limits)
            .field("run_startup", &self.run_startup)
            .field("isolation", &self.isolation)
            .finish_non_exhaustive()
    }
}
