//! Where the scripts of a tool set are, and the steps by which they get there.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::generation::Generation;
use super::isolated::Remote;
use super::lineage::Lineage;
use super::options::{Isolation, LoadOptions};
use super::outline::Outline;
use super::review::Review;
use super::stage::{Stage, Step};
use crate::diagnostic::Diagnostic;
use crate::error::ToolError;
use crate::interpreter::Interpreter;
use crate::script::{Files, LogLine};

/// How long reading, compiling and looking through scripts may take. Nothing of a
/// script runs meanwhile; a file system that does not answer is what this ends.
pub(super) const READING: Duration = Duration::from_secs(120);

/// A manifest on its way to a tool set. The steps block, and come in order.
#[derive(Clone)]
pub(super) enum Loading {
    Thread(Arc<Stage>),
    Process(Arc<Remote>),
}

/// What calls the functions of a loaded tool set.
pub(super) enum Home {
    Thread(Arc<Generation>, Review),
    Process(Arc<Remote>, OnceLock<Vec<Diagnostic>>),
}

impl Loading {
    /// The way to load a manifest that the options ask for.
    pub(super) fn begin(
        options: &LoadOptions,
        files: Arc<dyn Files>,
        manifest: String,
        time: Duration,
        lineage: Lineage,
    ) -> Result<Self, ToolError> {
        Ok(match options.isolation {
            Isolation::Thread => {
                let log = Arc::new(LogLine::record);
                Self::Thread(Arc::new(Stage::new(options.clone(), files, manifest, log, lineage)))
            }
            Isolation::Process => {
                Self::Process(Arc::new(Remote::start(options, files, manifest, time, lineage)?))
            }
        })
    }

    /// The names of the scripts, in the order in which they start.
    pub(super) fn prepare(&self) -> Step<Vec<String>> {
        match self {
            Self::Thread(stage) => Ok(stage.prepare()),
            Self::Process(remote) => remote.prepare(),
        }
    }

    /// Runs the start-up statements of a script.
    pub(super) fn start(&self, script: usize) -> Step<()> {
        match self {
            Self::Thread(stage) => Ok(stage.start(script)),
            Self::Process(remote) => remote.begin(script),
        }
    }

    /// Makes ready again what a script's start has cost, so that it costs the next
    /// script no time.
    pub(super) fn resume(&self) -> Result<(), ToolError> {
        match self {
            Self::Thread(_) => Ok(()),
            Self::Process(remote) => remote.resume(),
        }
    }

    /// What is loaded, when all scripts have started.
    pub(super) fn finish(&self) -> Step<(Home, Arc<Outline>)> {
        match self {
            Self::Thread(stage) => Ok(stage.finish().map(|(generation, review)| {
                let outline = Arc::clone(&generation.outline);
                (Home::Thread(generation, review), outline)
            })),
            Self::Process(remote) => Ok(remote.finish()?.map(|outline| {
                (Home::Process(Arc::clone(remote), OnceLock::new()), Arc::new(outline))
            })),
        }
    }
}

impl Home {
    /// What is probably not meant in the scripts, looked for until it was found out.
    pub(super) fn warnings(&self, interpreter: &Interpreter) -> &[Diagnostic] {
        match self {
            Self::Thread(_, review) => review.warnings(),
            Self::Process(remote, warnings) => {
                if let Some(known) = warnings.get() {
                    return known;
                }
                let remote = Arc::clone(remote);
                let found = interpreter.run_and_wait(READING, move || remote.review());
                found.map_or(&[], |found| warnings.get_or_init(|| found))
            }
        }
    }
}
