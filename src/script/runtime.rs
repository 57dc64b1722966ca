//! One engine with the files it may read: everything scripts of a tool set run in.

use std::collections::BTreeSet;
use std::sync::Arc;

use rhai::{Dynamic, Engine};

use super::compile::Script;
use super::compiled::Compiled;
use super::engine;
use super::environment::{self, Entry, Environment, Given, Start};
use super::import::Importer;
use super::imports::{Again, ImportFailure};
use super::kept::Captured;
use super::limits::Limits;
use super::lint;
use super::log::Log;
use super::reader::Files;
use crate::diagnostic::Diagnostic;
use crate::error::ToolError;
use crate::source::Source;

/// Functions that a host adds to the engine.
pub(crate) type HostFunctions = Arc<dyn Fn(&mut Engine) + Send + Sync>;

/// One engine with the files it may read: everything scripts of a tool set run in.
pub(crate) struct Runtime {
    engine: Engine,
    limits: Limits,
    captured: Captured,
    compiled: Arc<Compiled>,
}

impl Runtime {
    /// A hardened engine with a host's functions added to it, for scripts of which
    /// some may be compiled already, by an engine that was made alike.
    pub(crate) fn new(
        limits: Limits,
        files: Arc<dyn Files>,
        host: &[HostFunctions],
        log: &Log,
        compiled: Arc<Compiled>,
    ) -> Self {
        let captured = Captured::default();
        let mut engine = engine::hardened(&limits, &captured, log);
        for add in host {
            add(&mut engine);
        }
        engine.set_module_resolver(Importer::new(files, Arc::clone(&compiled)));
        Self { engine, limits, captured, compiled }
    }

    /// The functions that a host adds, as they are called, in order.
    pub(crate) fn signatures(host: &[HostFunctions]) -> Vec<String> {
        let mut engine = Engine::new_raw();
        for add in host {
            add(&mut engine);
        }
        let mut signatures = engine.gen_fn_signatures(false);
        signatures.sort();
        signatures
    }

    /// Compiles a script, or says everything that is wrong with it.
    pub(crate) fn compile(&self, source: Source) -> (Option<Arc<Script>>, Vec<Diagnostic>) {
        self.compiled.compile(&self.engine, source)
    }

    /// A warning for everything in a script that is probably not meant.
    pub(crate) fn warnings(&self, script: &Script) -> Vec<Diagnostic> {
        lint::warnings(&self.engine, &self.compiled, script)
    }

    /// Runs a script's start-up statements and keeps what they declare.
    ///
    /// # Errors
    /// The failure, and the problems of the script that could not be imported.
    pub(crate) fn start(&self, script: &Script) -> Result<Environment, ImportFailure> {
        let Self { engine, limits, captured, .. } = self;
        Start { engine, limits, captured }.run(script)
    }

    /// Imports the files that calls of an earlier load have imported, as far as the
    /// script still does, and tells which of them fail.
    pub(crate) fn import_again(
        &self,
        script: &Arc<Script>,
        in_use: &BTreeSet<String>,
    ) -> Vec<ImportFailure> {
        let Self { engine, limits, compiled, .. } = self;
        if in_use.is_empty() {
            return Vec::new();
        }
        Again { engine, limits, compiled, in_use }.run(script)
    }

    /// The environment of a script whose start-up statements are not run.
    pub(crate) fn leave_out_start(&self, script: &Script) -> Environment {
        Environment::bare(&self.engine, script)
    }

    /// The functions of a script, to be called later, by name.
    pub(crate) fn entries(script: &Script) -> impl Iterator<Item = (String, Entry)> {
        environment::entries(script)
    }

    /// Calls a function of a script on this thread.
    pub(crate) fn call(
        &self,
        environment: &Environment,
        entry: &Entry,
        arguments: Vec<Dynamic>,
    ) -> Result<Given, ToolError> {
        environment.call(&self.engine, &self.limits, entry, arguments)
    }
}
