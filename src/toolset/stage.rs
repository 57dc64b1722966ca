//! Loading in steps, on whatever thread or in whatever process calls them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::assemble::{Environments, assemble};
use super::foresee::foresee;
use super::generation::Generation;
use super::lineage::Lineage;
use super::options::LoadOptions;
use super::prepare::{Prepared, prepare};
use super::review::Review;
use super::startup;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::ToolError;
use crate::script::{Files, Log};

/// What came of a step; the outer error is of what runs the steps.
pub(super) type Step<T> = Result<Result<T, Vec<Diagnostic>>, ToolError>;

/// A manifest on its way to a generation.
pub(super) struct Stage {
    options: LoadOptions,
    files: Arc<dyn Files>,
    manifest: String,
    log: Log,
    lineage: Lineage,
    built: Mutex<Built>,
}

#[derive(Default)]
struct Built {
    prepared: Option<Prepared>,
    environments: Environments,
}

impl Stage {
    pub(super) fn new(
        options: LoadOptions,
        files: Arc<dyn Files>,
        manifest: String,
        log: Log,
        lineage: Lineage,
    ) -> Self {
        Self { options, files, manifest, log, lineage, built: Mutex::default() }
    }

    fn built(&self) -> MutexGuard<'_, Built> {
        self.built.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads, compiles and checks everything: the names of the scripts, in the
    /// order in which they start.
    ///
    /// # Errors
    /// Every problem there is.
    pub(super) fn prepare(&self) -> Result<Vec<String>, Vec<Diagnostic>> {
        let prepared =
            prepare(&self.options, &self.files, &self.manifest, &self.log, &self.lineage)?;
        let scripts = prepared.scripts.iter();
        let names = scripts.map(|script| script.source().name().to_owned()).collect();
        foresee(&*self.files, &prepared.scripts);
        self.built().prepared = Some(prepared);
        Ok(names)
    }

    /// Runs the start-up statements of a script.
    ///
    /// # Errors
    /// What went wrong in them.
    pub(super) fn start(&self, script: usize) -> Result<(), Vec<Diagnostic>> {
        let (runtime, script) = {
            let built = self.built();
            let Some(prepared) = &built.prepared else { return Err(out_of_order()) };
            let Some(script) = prepared.scripts.get(script) else { return Err(out_of_order()) };
            (Arc::clone(&prepared.runtime), Arc::clone(script))
        };
        let started = if self.options.run_startup {
            startup::start(&runtime, &*self.files, &script)?
        } else {
            startup::leave_out(&runtime, &script)
        };
        startup::import_again(&runtime, &*self.files, &script, &self.lineage.in_use)?;
        self.built().environments.insert(script.source().name().to_owned(), started);
        Ok(())
    }

    /// The generation, when all scripts have started, and a look at its scripts.
    ///
    /// # Errors
    /// A function that was read from a script, and is not in what was compiled.
    pub(super) fn finish(&self) -> Result<(Arc<Generation>, Review), Vec<Diagnostic>> {
        let Built { prepared, environments } = std::mem::take(&mut *self.built());
        let Some(prepared) = prepared else { return Err(out_of_order()) };
        let review = Review::new(&prepared.runtime, &prepared.scripts);
        let generation = assemble(prepared, &environments, self.lineage.generation)
            .map_err(|problem| vec![problem])?;
        Ok((Arc::new(generation), review))
    }
}

/// The problem of a step that is asked for before the one that it needs.
pub(super) fn out_of_order() -> Vec<Diagnostic> {
    vec![Diagnostic::new(Code::LoadFailed, "the steps of loading came out of order")]
}
