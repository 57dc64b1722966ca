//! The warnings about a tool set's scripts, looked for when they are asked for.

use std::sync::{Arc, OnceLock};
use std::thread;

use crate::diagnostic::Diagnostic;
use crate::script::{Runtime, Script};
use crate::stack;

/// The scripts of a tool set, and what is probably not meant in them.
pub(super) struct Review {
    runtime: Arc<Runtime>,
    scripts: Vec<Arc<Script>>,
    warnings: OnceLock<Vec<Diagnostic>>,
}

impl Review {
    pub(super) fn new(runtime: &Arc<Runtime>, scripts: &[Arc<Script>]) -> Self {
        let (runtime, scripts) = (Arc::clone(runtime), scripts.to_vec());
        Self { runtime, scripts, warnings: OnceLock::new() }
    }

    /// Looks through the scripts once, on a thread with a stack as large as theirs.
    pub(super) fn warnings(&self) -> &[Diagnostic] {
        self.warnings.get_or_init(|| {
            thread::scope(|scope| {
                let thread = thread::Builder::new().name("rulebook-review".to_owned());
                let looking = thread.stack_size(stack::LARGE).spawn_scoped(scope, || self.look());
                looking.ok().and_then(|looking| looking.join().ok()).unwrap_or_default()
            })
        })
    }

    /// Looks through the scripts on this thread, which has to have a large stack.
    pub(super) fn look(&self) -> Vec<Diagnostic> {
        self.scripts.iter().flat_map(|script| self.runtime.warnings(script)).collect()
    }
}
